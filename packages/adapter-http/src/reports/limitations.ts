/** Why a report is less than it should be (contract §6), in their order. */
export const LIMITATIONS = [
  'range_capped',
  'rows_capped',
  'group_cap_applied',
  'history_incomplete',
  'commitment_unavailable',
  'planned_end_missing',
] as const;
