/** Functions of triggers that refuse a statement, whichever role sends it. */
export const GUARDS = /* sql */ `
create function refuse_revision() returns trigger language plpgsql as $$
begin
  raise exception 'The revision of % moves from % by exactly one, not to %.', tg_table_name, old.revision, new.revision
    using errcode = 'check_violation', constraint = 'revision_moves_by_exactly_one', table = tg_table_name;
end $$;

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'What % tells is never rewritten.', tg_table_name
    using errcode = 'insufficient_privilege', table = tg_table_name;
end $$;
`;
