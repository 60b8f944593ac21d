import * as v from 'valibot'
import { rowsOf, type Database } from '#server/platform/db/database.ts'
import type { Violation } from '#tests/simulation/model/violation.ts'

const OBJECTS = `(
  SELECT 'project' AS kind, projectid AS id, account_id FROM project
  UNION ALL SELECT 'cohort', cohortid, account_id FROM cohort
  UNION ALL SELECT 'construct', constructid, account_id FROM custom_variable
  UNION ALL SELECT 'varset', varsetid, account_id FROM variable_set)`

const DELETED = `(
  SELECT 'project' AS kind, projectid AS id FROM deleted_project
  UNION ALL SELECT 'cohort', cohortid FROM deleted_cohort
  UNION ALL SELECT 'construct', constructid FROM deleted_custom_variable
  UNION ALL SELECT 'varset', varsetid FROM deleted_variable_set)`

/** Queries whose rows are contradictions in the stored data. */
const LAWS: Readonly<Record<string, string>> = {
  'an idempotency key names an object that is not saved': `SELECT change_key AS found FROM kept_answer
    WHERE made IS NOT NULL AND made NOT IN (SELECT id FROM ${OBJECTS})`,
  'an object is saved and in the trash': `SELECT kind || id AS found FROM ${OBJECTS}
    WHERE id IN (SELECT item_id FROM trash) OR id IN (SELECT id FROM ${DELETED})`,
  'two objects have one id': `SELECT CAST(id AS VARCHAR) AS found FROM ${OBJECTS} GROUP BY id HAVING count(*) > 1`,
  'the trash has no row of a deleted object': `SELECT kind || id AS found FROM ${DELETED}
    WHERE id NOT IN (SELECT item_id FROM trash)`,
  'a deleted object has no row': `SELECT kind || item_id AS found FROM trash WHERE item_id NOT IN (SELECT id FROM ${DELETED})`,
  'an object has no version': `SELECT kind || id AS found FROM ${OBJECTS}
    WHERE id NOT IN (SELECT item_id FROM object_version)`,
  'versions are not numbered from 1': `SELECT kind || item_id AS found FROM object_version
    GROUP BY kind, item_id HAVING min(version_no) <> 1 OR max(version_no) <> count(*)`,
  'the number of members of a cohort is wrong': `SELECT CAST(cohortid AS VARCHAR) AS found FROM cohort
    WHERE rowcount <> (SELECT count(*) FROM cohort_member m WHERE m.cohortid = cohort.cohortid)`,
  'a prepared download has no cohort or set': `SELECT download_id AS found FROM download
    WHERE varsetid NOT IN (SELECT varsetid FROM variable_set)
    OR (cohortid <> 1 AND cohortid NOT IN (SELECT cohortid FROM cohort))`,
  'a current project is not there': `SELECT CAST(account_id AS VARCHAR) AS found FROM current_project
    WHERE projectid <> 1 AND projectid NOT IN (SELECT projectid FROM project)`,
  'two sets of a project have one name': `SELECT max(name) AS found FROM variable_set
    GROUP BY account_id, projectid, lower(name) HAVING count(*) > 1`,
  'two cohorts of a project have one name': `SELECT max(name) AS found FROM cohort
    GROUP BY account_id, projectid, lower(name) HAVING count(*) > 1`,
  'two custom variables of an account have one name': `SELECT max(variable_name) AS found FROM custom_variable
    GROUP BY account_id, upper(variable_name) HAVING count(*) > 1`,
  'individuals are not numbered from 1': `SELECT 'individual' AS found FROM individual
    HAVING count(*) > 0 AND (min(individual_no) <> 1 OR max(individual_no) <> count(*))`,
  'releases are not numbered from 1': `SELECT 'release' AS found FROM release
    HAVING count(*) > 0 AND (min(release_no) <> 1 OR max(release_no) <> count(*))`,
}

const Found = v.object({ found: v.string() })

/** Whether the stored data contradict each other. */
export async function checkStore(database: Database): Promise<Violation[]> {
  return database.withConnection(async (connection) => {
    const violations: Violation[] = []
    for (const [law, sql] of Object.entries(LAWS)) {
      const rows = await rowsOf(connection, Found, sql)
      if (rows.length === 0) continue
      violations.push({ rule: 'the store is consistent', lines: [law, ...rows.map(({ found }) => `  ${found}`)] })
    }
    return violations
  })
}
