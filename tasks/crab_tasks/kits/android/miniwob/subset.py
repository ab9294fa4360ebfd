"""The families of the subset with which earlier work compares agents."""

from __future__ import annotations

__all__ = ["SUBSET"]

SUBSET = frozenset(
    """
    book_flight choose_date choose_list click_button click_button_sequence click_checkboxes click_checkboxes_large
    click_checkboxes_soft click_checkboxes_transfer click_collapsible click_collapsible_2 click_color click_dialog
    click_dialog_2 click_link click_option click_pie click_scroll_list click_shades click_shape click_tab click_tab_2
    click_tab_2_hard click_test click_test_2 click_widget copy_paste copy_paste_2 count_shape email_inbox
    email_inbox_forward_nl email_inbox_forward_nl_turk email_inbox_nl_turk enter_date enter_password enter_text
    enter_text_dynamic enter_time find_word focus_text focus_text_2 grid_coordinate guess_number identify_shape
    login_user login_user_popup multi_layouts multi_orderings navigate_tree read_table search_engine simple_algebra
    simple_arithmetic social_media social_media_all social_media_some terminal text_transform tic_tac_toe unicode_test
    use_autocomplete use_slider
    """.split()
)
"""62 names of AndroidWorld's registry; it lists two more, click-menu and use-spinner, which are none of its 92."""
