import { expect, test } from 'vitest'
import { citusStatements, PLACES, POSTGRESQL_MIGRATIONS } from '#server/platform/db/postgres/schema.ts'

test('each table has exactly one layout', () => {
  const made = POSTGRESQL_MIGRATIONS.flat().flatMap(
    (statement) => /^\s*CREATE TABLE (?:IF NOT EXISTS )?(\w+)/.exec(statement)?.[1] ?? [],
  )
  const dropped = new Set(
    POSTGRESQL_MIGRATIONS.flat().flatMap((statement) => /^DROP TABLE (?:IF EXISTS )?(\w+)/.exec(statement)?.[1] ?? []),
  )
  expect(Object.keys(PLACES).toSorted()).toEqual(made.filter((table) => !dropped.has(table)).toSorted())
})

test('replicates the catalog to each machine and co-locates participants with their answers', () => {
  expect(citusStatements(['form_1', 'form_1_part_2'])).toEqual([
    `SELECT create_reference_table('form');`,
    `SELECT create_reference_table('variable');`,
    `SELECT create_distributed_table('individual', 'individual_no');`,
    `SELECT truncate_local_data_after_distributing_table('individual');`,
    `SELECT create_distributed_table('pedigree_mark', 'individual_no', colocate_with => 'individual');`,
    `SELECT truncate_local_data_after_distributing_table('pedigree_mark');`,
    `SELECT create_distributed_table('cohort_member', 'individual_no', colocate_with => 'individual');`,
    `SELECT truncate_local_data_after_distributing_table('cohort_member');`,
    `SELECT create_distributed_table('withdrawn_individual', 'individual_no', colocate_with => 'individual');`,
    `SELECT truncate_local_data_after_distributing_table('withdrawn_individual');`,
    `SELECT create_distributed_table('answer_before', 'individual_no', colocate_with => 'individual');`,
    `SELECT truncate_local_data_after_distributing_table('answer_before');`,
    `SELECT create_distributed_table('record_before', 'individual_no', colocate_with => 'individual');`,
    `SELECT truncate_local_data_after_distributing_table('record_before');`,
    `SELECT create_distributed_table('form_1', 'individual_no', colocate_with => 'individual');`,
    `SELECT truncate_local_data_after_distributing_table('form_1');`,
    `SELECT create_distributed_table('form_1_part_2', 'individual_no', colocate_with => 'individual');`,
    `SELECT truncate_local_data_after_distributing_table('form_1_part_2');`,
  ])
})
