"""Everything that graph mode refuses or fixes in one file (MP4xx); nothing for PyNative."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mindport.document import Span
from mindport.findings.graph.added_truths import added_truth_findings
from mindport.findings.graph.arguments import argument_findings
from mindport.findings.graph.asked_lists import asked_list_findings
from mindport.findings.graph.asked_types import asked_type_findings
from mindport.findings.graph.branch_appends import branch_append_findings
from mindport.findings.graph.branches import branch_findings
from mindport.findings.graph.callables import callable_findings
from mindport.findings.graph.calls import call_findings
from mindport.findings.graph.changed_buffers import buffer_changes
from mindport.findings.graph.changed_views import changed_view_findings
from mindport.findings.graph.clamped import clamped_findings
from mindport.findings.graph.cloned import cloned_findings
from mindport.findings.graph.compiled import Compiled, compiled_code
from mindport.findings.graph.compiled_anew import anew_findings
from mindport.findings.graph.constant_tensors import constant_tensor_findings
from mindport.findings.graph.constants import constant_findings
from mindport.findings.graph.containers import container_findings
from mindport.findings.graph.continues import continue_findings
from mindport.findings.graph.counted import counted_findings
from mindport.findings.graph.decorators import decorator_findings
from mindport.findings.graph.defaults import default_findings
from mindport.findings.graph.device_conditions import device_condition_findings
from mindport.findings.graph.device_names import device_findings
from mindport.findings.graph.dict_layers import dict_layer_findings
from mindport.findings.graph.dict_values import dict_value_findings
from mindport.findings.graph.drawn import drawn_findings
from mindport.findings.graph.effects import effect_findings
from mindport.findings.graph.endless_loops import endless_findings
from mindport.findings.graph.exclusive import exclusive_findings
from mindport.findings.graph.expanded import expanded_findings
from mindport.findings.graph.folded_quotients import folded_quotient_findings
from mindport.findings.graph.found_rows import found_row_findings
from mindport.findings.graph.frozen import frozen_findings
from mindport.findings.graph.geometry import geometry_findings
from mindport.findings.graph.gradients import gradient_findings
from mindport.findings.graph.hooked import hook_findings
from mindport.findings.graph.inherited import inherited_findings
from mindport.findings.graph.inherited_properties import inherited_property_findings
from mindport.findings.graph.interpreted import interpreted_findings
from mindport.findings.graph.joins import join_findings
from mindport.findings.graph.lambdas import lambda_findings
from mindport.findings.graph.late_closures import closure_findings
from mindport.findings.graph.late_settings import late_findings, setter_findings
from mindport.findings.graph.layouts import layout_findings
from mindport.findings.graph.list_layers import list_layer_findings
from mindport.findings.graph.loaded_buffers import loaded_findings
from mindport.findings.graph.made_layers import made_layer_findings
from mindport.findings.graph.made_of_tensors import made_findings
from mindport.findings.graph.mapped import mapped_findings
from mindport.findings.graph.masks import mask_findings
from mindport.findings.graph.merged import merged_findings
from mindport.findings.graph.mixed_kinds import mixed_kind_findings
from mindport.findings.graph.mixed_truths import mixed_findings
from mindport.findings.graph.narrow_items import narrow_item_findings
from mindport.findings.graph.negative_items import negative_item_findings
from mindport.findings.graph.nested_appends import nested_append_findings
from mindport.findings.graph.networks import network_findings
from mindport.findings.graph.numpy_numbers import numpy_findings
from mindport.findings.graph.optimizer_settings import optimizer_findings
from mindport.findings.graph.overridden_calls import overridden_call_findings
from mindport.findings.graph.own_attributes import own_attribute_findings
from mindport.findings.graph.own_derivatives import derivative_findings
from mindport.findings.graph.own_iterators import own_iterator_findings
from mindport.findings.graph.packed import packed_findings
from mindport.findings.graph.parallel import parallel_findings
from mindport.findings.graph.parameter_data import data_findings
from mindport.findings.graph.parameter_holders import holder_findings
from mindport.findings.graph.parts import part_findings
from mindport.findings.graph.picked_cells import picked_cell_findings
from mindport.findings.graph.picked_counts import picked_count_findings
from mindport.findings.graph.picked_items import picked_item_findings
from mindport.findings.graph.picked_lengths import picked_length_findings
from mindport.findings.graph.picked_masks import picked_mask_findings
from mindport.findings.graph.picked_none import picked_none_findings
from mindport.findings.graph.picked_ranks import picked_rank_findings
from mindport.findings.graph.picked_slices import picked_slice_findings
from mindport.findings.graph.picked_turns import picked_turn_findings
from mindport.findings.graph.recursive import recursive_findings
from mindport.findings.graph.rolled import rolled_findings
from mindport.findings.graph.rounded import rounded_findings
from mindport.findings.graph.rows_of_places import place_findings
from mindport.findings.graph.sequences import sequence_findings
from mindport.findings.graph.set_items import set_item_findings
from mindport.findings.graph.set_lengths import set_length_findings
from mindport.findings.graph.shared_calls import shared_call_findings
from mindport.findings.graph.shared_tensors import shared_findings
from mindport.findings.graph.sliced_items import sliced_item_findings
from mindport.findings.graph.spread import spread_findings
from mindport.findings.graph.stale_slices import slice_findings
from mindport.findings.graph.state import state_findings
from mindport.findings.graph.syntax import syntax_findings
from mindport.findings.graph.tensor_data import tensor_data_findings
from mindport.findings.graph.tensor_hooks import tensor_hook_findings
from mindport.findings.graph.tensor_ranges import tensor_range_findings
from mindport.findings.graph.transposed import transposed_findings
from mindport.findings.graph.unbound import unbound_findings
from mindport.findings.graph.undefined import undefined_findings
from mindport.findings.graph.unsized_loops import unsized_loop_findings
from mindport.findings.graph.unstacked import unstacked_findings
from mindport.findings.graph.windows import window_findings
from mindport.findings.graph.zipped import zipped_findings
from mindport.findings.site import Site
from mindport.report import Finding

RULES: tuple[Callable[[Site, Compiled], Iterator[Finding]], ...] = (
    syntax_findings,
    lambda_findings,
    closure_findings,
    default_findings,
    buffer_changes,
    call_findings,
    dict_layer_findings,
    dict_value_findings,
    list_layer_findings,
    argument_findings,
    callable_findings,
    asked_type_findings,
    part_findings,
    sequence_findings,
    set_item_findings,
    set_length_findings,
    sliced_item_findings,
    overridden_call_findings,
    added_truth_findings,
    changed_view_findings,
    asked_list_findings,
    clamped_findings,
    cloned_findings,
    exclusive_findings,
    inherited_findings,
    inherited_property_findings,
    recursive_findings,
    rolled_findings,
    rounded_findings,
    derivative_findings,
    shared_call_findings,
    frozen_findings,
    mask_findings,
    mapped_findings,
    state_findings,
    slice_findings,
    spread_findings,
    effect_findings,
    constant_tensor_findings,
    merged_findings,
    mixed_kind_findings,
    nested_append_findings,
    setter_findings,
    constant_findings,
    drawn_findings,
    interpreted_findings,
    numpy_findings,
    narrow_item_findings,
    negative_item_findings,
    gradient_findings,
    tensor_hook_findings,
    data_findings,
    tensor_data_findings,
    tensor_range_findings,
    made_findings,
    holder_findings,
    own_attribute_findings,
    own_iterator_findings,
    device_findings,
    device_condition_findings,
    container_findings,
    counted_findings,
    shared_findings,
    network_findings,
    transposed_findings,
    expanded_findings,
    branch_findings,
    branch_append_findings,
    join_findings,
    mixed_findings,
    continue_findings,
    endless_findings,
    place_findings,
    folded_quotient_findings,
    found_row_findings,
    picked_cell_findings,
    picked_count_findings,
    picked_item_findings,
    picked_length_findings,
    picked_mask_findings,
    picked_none_findings,
    picked_rank_findings,
    picked_slice_findings,
    picked_turn_findings,
    packed_findings,
    geometry_findings,
    unbound_findings,
    undefined_findings,
    unsized_loop_findings,
    unstacked_findings,
    decorator_findings,
    layout_findings,
    window_findings,
    made_layer_findings,
    zipped_findings,
)


def graph_findings(site: Site) -> list[Finding]:
    """What is to be said when the target's mode is GRAPH; each place is told once a code."""
    if site.target.mode != "GRAPH":
        return []
    code = compiled_code(site)
    found: dict[tuple[Span, str], Finding] = {}
    for rule in RULES if code.functions or code.lambdas else ():
        for finding in rule(site, code):
            found.setdefault((finding.span, finding.code), finding)
    everywhere = (
        *late_findings(site, code),
        *loaded_findings(site),
        *optimizer_findings(site, code),
        *parallel_findings(site),
        *hook_findings(site),
        *anew_findings(site),
    )
    for finding in everywhere:
        found.setdefault((finding.span, finding.code), finding)
    return list(found.values())
