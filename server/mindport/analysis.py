"""The heart: a document, the settings and the workspace become a Report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

from mindport.config import Config
from mindport.document import DecodeError, Document, Problem, Span
from mindport.findings.annotated import annotated
from mindport.findings.api import api_finding
from mindport.findings.array_indices import array_index_findings
from mindport.findings.asked_members import asked_member_findings
from mindport.findings.autocasts import AUTOCAST, autocast_finding
from mindport.findings.base_methods import base_method_finding
from mindport.findings.bases import MODULE, base_cell
from mindport.findings.batch_counters import batch_counter_findings
from mindport.findings.batch_getters import batch_getter_findings
from mindport.findings.batches_of_one import batch_of_one_findings
from mindport.findings.bfloat16 import bfloat16_findings
from mindport.findings.borrowed import borrowed_findings
from mindport.findings.buffers import BUFFER, buffer_findings, made_buffer_finding
from mindport.findings.celllists import cell_list_findings
from mindport.findings.chains import begins_chain, chain_finding, detached_finding
from mindport.findings.changed_members import changed_member_findings
from mindport.findings.changed_weights import changed_weight_findings
from mindport.findings.children import child_findings, deleted_finding
from mindport.findings.class_fields import class_field_findings
from mindport.findings.class_names import class_name_findings
from mindport.findings.complex_numbers import complex_number_findings
from mindport.findings.computed_names import computed_name_findings
from mindport.findings.counted_masks import counted_mask_findings
from mindport.findings.data_slices import changed_data_findings, data_slice_findings
from mindport.findings.data_stores import data_store_findings, written_parameter
from mindport.findings.deep_copies import deep_copy_findings
from mindport.findings.devices import device_findings
from mindport.findings.double_numbers import double_number_findings
from mindport.findings.dropped_results import dropped_result_finding
from mindport.findings.dtype_texts import dtype_text_findings
from mindport.findings.empty_batches import empty_batch_findings
from mindport.findings.empty_indices import empty_index_findings
from mindport.findings.empty_parameters import empty_parameter
from mindport.findings.empty_parts import empty_part_findings
from mindport.findings.empty_results import empty_result_findings
from mindport.findings.environment import environment_findings
from mindport.findings.evaluated import evaluated_findings
from mindport.findings.exported import exported_findings
from mindport.findings.fallbacks import fallback_findings
from mindport.findings.families import asked_findings, family_finding, is_of_some_layer
from mindport.findings.fields import RESULTS, field_finding
from mindport.findings.flat_kernels import flat_kernel_findings
from mindport.findings.flat_views import flat_view_finding
from mindport.findings.formatted import formatted_findings
from mindport.findings.function_contexts import function_context_findings
from mindport.findings.given_back import given_back_findings
from mindport.findings.given_tensors import given_tensor_findings
from mindport.findings.gradmode import MODES, grad_mode_finding
from mindport.findings.graph.findings import graph_findings
from mindport.findings.hidden_nans import hidden_nan_findings
from mindport.findings.imports import import_findings
from mindport.findings.inner_indices import inner_index_findings
from mindport.findings.inplace import augmented_findings, called_operator_findings
from mindport.findings.inplace_blocks import inplace_block_findings
from mindport.findings.joined_data import joined_data_findings
from mindport.findings.joined_layers import joined_layer_findings
from mindport.findings.kept_data import kept_data_findings
from mindport.findings.kept_optimizers import kept_optimizer_findings
from mindport.findings.kept_parts import kept_part_findings
from mindport.findings.layer_calls import layer_call_findings
from mindport.findings.layer_settings import (
    inplace_findings,
    norm_setting_findings,
    reduction_findings,
    reduction_read_findings,
)
from mindport.findings.learning_rates import learning_rate_findings
from mindport.findings.lengths_as_truth import length_findings
from mindport.findings.loader_lengths import loader_length_findings
from mindport.findings.looked_up import looked_up_finding
from mindport.findings.mapped_types import mapped_type_finding
from mindport.findings.mask_indices import mask_index_findings
from mindport.findings.meters import meter_findings
from mindport.findings.modules import (
    FORWARD,
    class_findings,
    forward_finding,
    replaced_child_finding,
    spelled_forward_findings,
)
from mindport.findings.moved_states import moved_state_findings
from mindport.findings.named_members import named_member_findings
from mindport.findings.negative_places import negative_place_findings
from mindport.findings.never_instances import never_instance
from mindport.findings.numpy_operands import numpy_operand_findings
from mindport.findings.numpy_results import numpy_result_findings
from mindport.findings.operators import operator_findings
from mindport.findings.optional_writers import optional_writer_findings
from mindport.findings.outputs import output_finding
from mindport.findings.own_convolution import own_convolution_findings
from mindport.findings.own_getattr import own_getattr_findings
from mindport.findings.own_step import (
    clears_itself,
    inner_step_findings,
    is_optimizer_base,
    is_super_step,
    optimizer_base_finding,
    own_step_findings,
)
from mindport.findings.own_train import is_super_train
from mindport.findings.parts_of_layers import part_of_layers_findings
from mindport.findings.patched import patched_finding
from mindport.findings.picked_parts import picked_part_findings
from mindport.findings.placed_parameters import placed_parameter_findings
from mindport.findings.promotion import promotion_findings
from mindport.findings.rebinding import rebinding_finding
from mindport.findings.rebound_imports import rebound_import_findings
from mindport.findings.replaced_data import replaced_data_findings
from mindport.findings.replaced_parameters import replaced_parameter
from mindport.findings.replaced_train import is_replaced_train, replaced_train_findings
from mindport.findings.rnn_weights import rnn_weight_finding
from mindport.findings.rows import row_findings
from mindport.findings.scalar_indices import scalar_index_findings
from mindport.findings.scheduler_reads import scheduler_read_findings
from mindport.findings.second_order import second_order_findings
from mindport.findings.set_views import set_view_findings
from mindport.findings.setup_files import setup_findings
from mindport.findings.shared_parameters import shared_parameter_findings
from mindport.findings.site import Site
from mindport.findings.slice_bounds import slice_bound_findings
from mindport.findings.slices import slice_findings
from mindport.findings.sometimes import sometimes_findings
from mindport.findings.state_lists import state_list_findings
from mindport.findings.stopped_layers import stopped_layer_findings
from mindport.findings.taken_apart import taken_apart_findings
from mindport.findings.taken_names import taken_name_findings
from mindport.findings.tensor_sizes import tensor_size_findings
from mindport.findings.tensor_types import tensor_type_finding
from mindport.findings.thawed import thawed_findings
from mindport.findings.tied_parameters import tied_parameter_findings
from mindport.findings.todos import with_todos
from mindport.findings.torch_by_name import torch_by_name_findings
from mindport.findings.torch_packages import torch_package_findings
from mindport.findings.tracking import tracking_findings
from mindport.findings.trained_parameters import trained_parameters
from mindport.findings.training.findings import training_findings
from mindport.findings.training.kept_inputs import kept_input_findings
from mindport.findings.training.listed_names import listed_name_findings
from mindport.findings.training.parameters import parameter_findings
from mindport.findings.training.same_names import same_name_findings
from mindport.findings.training.unasked import handed_on_findings, parameter_value_findings
from mindport.findings.trainmode import train_mode_findings
from mindport.findings.unbegun import unbegun_findings
from mindport.findings.unused_optimizers import unused_optimizer_findings
from mindport.findings.views import view_finding
from mindport.knowledge.store import Store
from mindport.knowledge.store import load as load_knowledge
from mindport.report import Finding, Report, SourceUse, Status
from mindport.symbols.beside import Beside
from mindport.symbols.flow import find_uses
from mindport.symbols.torch_api import load as load_torch
from mindport.symbols.uses import Use
from mindport.symbols.workspace import Workspace
from mindport.texts import Text

GRAPH = "MP4"
IGNORE = re.compile(r"#\s*mindport:\s*(ignore-file|ignore)(?:\[([^\]]*)\])?")


def analyze(
    document: Document, config: Config, workspace: Workspace, store: Store | None = None
) -> Report:
    """Everything that is to be said of one document.

    A pure function of the text, the settings, the knowledge base and the other files of the
    workspace. A document that does not parse gives one finding.
    """
    tree = document.tree
    if tree is None:
        return _broken(document, document.problem, config)
    try:
        bindings = find_uses(tree, document.path, workspace)
    except RecursionError:
        return _broken(document, TOO_DEEP, config)
    store = (store or load_knowledge()).at(config.target.mindspore)
    taken = partial(workspace.taken_from, Path(document.path))
    shared = partial(workspace.taken_from, Path(document.path), everyone=True)
    computed = partial(workspace.computed_by_others, Path(document.path))
    left = partial(workspace.left_beside, Path(document.path))
    given = partial(workspace.given_losses_beside, Path(document.path))
    configured = partial(workspace.configured_beside, Path(document.path))
    beside = Beside(
        cache(partial(workspace.differentiates_twice_beside, Path(document.path))),
        cache(partial(workspace.freezing_beside, Path(document.path))),
        cache(partial(workspace.calls_beside, Path(document.path))),
    )

    def is_own(module: str) -> bool:
        return workspace.locate(module, 0, document.path) is not None

    asked = (taken, is_own, shared, computed, left, given, configured, workspace.reading, beside)
    site = Site(document, config.target, store, load_torch(), bindings, *asked)
    wanted = [
        finding
        for finding in with_todos(document, _of_users(site, _findings(site)))
        if config.enabled(finding.code)
    ]
    findings = _not_suppressed(document, wanted)
    return Report(document, config.target, tuple(_source_uses(site)), tuple(findings))


def analyze_bytes(path: str, data: bytes, config: Config, workspace: Workspace) -> Report:
    """``analyze`` for a file as it lies on the disk; data that is no text gives one finding."""
    try:
        document = Document.decode(path, data)
    except DecodeError as error:
        return _broken(Document(path, ""), error.problem, config)
    return analyze(document, config, workspace)


TOO_DEEP = Problem(
    "MP904",
    Text(
        "This file is nested too deeply to be analysed; split the expression.",
        "该文件嵌套过深，无法分析；请拆分表达式。",
    ),
)


def _broken(document: Document, problem: Problem | None, config: Config) -> Report:
    assert problem is not None
    span = Span(problem.offset, problem.offset)
    finding = Finding(problem.code, "error", "", None, "certain", problem.message, span)
    findings = (finding,) if config.enabled(problem.code) else ()
    return Report(document, config.target, (), findings)


def _findings(site: Site) -> list[Finding]:
    found = [*class_findings(site), *buffer_findings(site), *cell_list_findings(site)]
    training, spoken = training_findings(site)
    tracking, asked = tracking_findings(site, spoken)
    found += training + tracking
    valued = {
        **handed_on_findings(site),
        **kept_input_findings(site),
        **parameter_value_findings(site),
    }
    valued = {call: finding for call, finding in valued.items() if call not in spoken}
    found += valued.values()
    unused, idle = unused_optimizer_findings(site)
    found += unused
    computed, looked_up = computed_name_findings(site)
    found += computed
    found += evaluated_findings(site)
    found += inplace_findings(site)
    found += reduction_findings(site)
    found += reduction_read_findings(site)
    found += norm_setting_findings(site)
    found += taken_apart_findings(site)
    moved, moves = moved_state_findings(site)
    found += moved
    spoken = spoken | asked | looked_up | valued.keys() | moves | idle
    for use in site.bindings.uses:
        if use.call in spoken or use.node in spoken:
            continue
        finding = _use_finding(site, use)
        if finding is not None:
            found.append(finding)
    found += import_findings(site)
    found += rebound_import_findings(site)
    found += fallback_findings(site)
    found += optional_writer_findings(site)
    found += torch_package_findings(site)
    found += torch_by_name_findings(site)
    found += setup_findings(site)
    found += borrowed_findings(site)
    found += asked_findings(site)
    found += asked_member_findings(site)
    found += named_member_findings(site)
    found += class_name_findings(site)
    found += dtype_text_findings(site)
    found += replaced_train_findings(site)
    found += child_findings(site)
    found += kept_optimizer_findings(site)
    found += tied_parameter_findings(site)
    found += batch_counter_findings(site)
    found += part_of_layers_findings(site)
    found += placed_parameter_findings(site)
    found += shared_parameter_findings(site)
    found += own_getattr_findings(site)
    found += joined_layer_findings(site)
    found += length_findings(site)
    found += own_step_findings(site)
    found += inner_step_findings(site)
    found += train_mode_findings(site)
    found += augmented_findings(site, spoken)
    found += called_operator_findings(site)
    found += changed_member_findings(site, spoken)
    found += inplace_block_findings(site)
    found += given_tensor_findings(site, spoken)
    kernels, written = flat_kernel_findings(site)
    found += kernels
    found += data_store_findings(site, spoken | written)
    found += second_order_findings(site)
    found += data_slice_findings(site, {one.span for one in found})
    found += changed_data_findings(site)
    found += joined_data_findings(site)
    found += kept_data_findings(site)
    found += loader_length_findings(site)
    found += replaced_data_findings(site)
    found += promotion_findings(site)
    found += operator_findings(site)
    found += complex_number_findings(site)
    found += bfloat16_findings(site)
    found += layer_call_findings(site)
    found += state_list_findings(site)
    found += formatted_findings(site)
    found += meter_findings(site)
    found += learning_rate_findings(site)
    found += parameter_findings(site)
    found += same_name_findings(site)
    found += listed_name_findings(site)
    found += scheduler_read_findings(site)
    found += array_index_findings(site)
    found += tensor_size_findings(site)
    found += scalar_index_findings(site)
    found += slice_bound_findings(site)
    found += inner_index_findings(site)
    found += negative_place_findings(site)
    found += picked_part_findings(site)
    found += given_back_findings(site)
    found += changed_weight_findings(site)
    found += mask_index_findings(site)
    found += empty_index_findings(site)
    found += empty_part_findings(site)
    found += empty_batch_findings(site)
    found += empty_result_findings(site)
    found += batch_of_one_findings(site)
    found += set_view_findings(site)
    found += kept_part_findings(site)
    found += numpy_operand_findings(site)
    found += numpy_result_findings(site)
    found += deep_copy_findings(site)
    found += device_findings(site)
    found += double_number_findings(site)
    found += hidden_nan_findings(site)
    found += row_findings(site)
    found += slice_findings(site)
    found += sometimes_findings(site)
    found += thawed_findings(site)
    found += spelled_forward_findings(site)
    found += taken_name_findings(site)
    found += batch_getter_findings(site)
    found += own_convolution_findings(site)
    found += class_field_findings(site)
    found += unbegun_findings(site)
    found += function_context_findings(site)
    found += stopped_layer_findings(site)
    found += counted_mask_findings(site)
    found += environment_findings(site)
    found += exported_findings(site)
    found += graph_findings(site)
    return sorted(found, key=lambda finding: (finding.span.start, finding.code))


def _of_users(site: Site, findings: list[Finding]) -> list[Finding]:
    """Without what would be said of helpers that a fix has put into the file, which are as they
    should be; what a compiled graph refuses stays, as the file calls them there."""
    spans = [site.document.span(node) for node in site.helpers()] if findings else []
    return [
        finding
        for finding in findings
        if finding.code.startswith(GRAPH)
        or not any(span.start <= finding.span.start < span.end for span in spans)
    ]


def _use_finding(site: Site, use: Use) -> Finding | None:
    if is_super_train(use) or is_super_step(site, use) or clears_itself(use):
        return None
    if is_replaced_train(use):
        return None
    if (asked := base_method_finding(site, use)) is not None:
        return asked
    if use.symbol in MODES:
        return grad_mode_finding(site, use)
    if use.symbol == BUFFER and (made := made_buffer_finding(site, use)):
        return made
    if use.symbol in AUTOCAST and use.call is not None:
        return autocast_finding(site, use) or api_finding(site, use)
    if use.symbol == FORWARD or (use.symbol.endswith(".forward") and _is_forward(site, use)):
        return forward_finding(site, use) or api_finding(site, use)
    if use.symbol.startswith(RESULTS) and use.owner is not None:
        return field_finding(site, use)
    if is_of_some_layer(site, use):
        return family_finding(site, use)
    if use.owner == "torch.nn.Sequential" and use.context == "store":
        return replaced_child_finding(site, use)
    if is_optimizer_base(site, use):
        return optimizer_base_finding(site, use)
    if begins_chain(site, use):
        return None
    if use.context == "base" and (use.symbol == MODULE or _is_module(site, use)):
        return None
    return (
        patched_finding(site, use)
        or deleted_finding(site, use)
        or chain_finding(site, use)
        or detached_finding(site, use)
        or looked_up_finding(site, use)
        or tensor_type_finding(site, use)
        or mapped_type_finding(site, use)
        or rnn_weight_finding(site, use)
        or view_finding(site, use)
        or rebinding_finding(site, use)
        or dropped_result_finding(site, use)
        or flat_view_finding(site, use)
        or output_finding(site, use)
        or trained_parameters(site, use)
        or annotated(site, use, never_instance(site, use, _of_api(site, use)))
    )


def _of_api(site: Site, use: Use) -> Finding | None:
    found = replaced_parameter(site, use, api_finding(site, use))
    return empty_parameter(site, use, written_parameter(site, use, found))


def _is_forward(site: Site, use: Use) -> bool:
    cls = use.symbol.removesuffix(".forward")
    return use.owner is not None or site.api.is_subclass(cls, MODULE)


def _is_module(site: Site, use: Use) -> bool:
    return site.api.is_subclass(use.symbol, MODULE) and base_cell(site, use) is not None


def _source_uses(site: Site) -> Iterator[SourceUse]:
    for use in site.bindings.uses:
        span = site.document.span(use.node)
        yield SourceUse(use.symbol, status_of(site, use), use.confidence, span)


def status_of(site: Site, use: Use) -> Status:
    """How the knowledge base classifies a use."""
    if use.symbol.startswith(RESULTS) and use.owner is not None:
        return "mapped"
    entry = site.entry(use)
    if entry is None and use.owner is not None and site.api.kind(use.symbol) in ("attribute", None):
        entry = site.store.entry(use.owner)
    if entry is None and (site.api.kind(use.symbol) == "module" or use.symbol.startswith(RESULTS)):
        return "mapped"
    return "unknown" if entry is None else entry.status


def _not_suppressed(document: Document, findings: list[Finding]) -> Iterator[Finding]:
    """Findings that no ``# mindport: ignore`` comment silences."""
    lines, whole_file = _suppressions(document)
    if whole_file:
        return
    for finding in findings:
        codes = lines.get(document.line_of(finding.span.start))
        if codes is None or (codes and not finding.code.startswith(codes)):
            yield finding


def _suppressions(document: Document) -> tuple[dict[int, tuple[str, ...]], bool]:
    """Codes by line, empty for all codes; and whether the whole file is silenced."""
    if "mindport:" not in document.text:
        return {}, False
    lines: dict[int, tuple[str, ...]] = {}
    for comment in document.comments:
        match = IGNORE.search(document.text, comment.start, comment.end)
        if match is None:
            continue
        if match[1] == "ignore-file":
            return {}, True
        codes = tuple(code.strip() for code in (match[2] or "").split(",") if code.strip())
        lines[document.line_of(match.start())] = codes
    return lines, False
