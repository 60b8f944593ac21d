import { countPlan } from '#server/engine/cohorts/cohort-plan.ts'
import { insertNumbers, membersOfRules, previewRules } from '#server/engine/cohorts/rules.ts'
import { sql } from '#server/platform/db/sql.ts'
import { SAVED, type DatabaseEngine } from '#tests/prove/database-engine.ts'
import { equal, type Engines, type Oracle } from '#tests/prove/oracles/oracle.ts'
import type { Definition, RulesDefinition } from '#tests/reference/definition.ts'
import { isReadable, participantsOf } from '#tests/reference/world.ts'

const DOWNLOADED = ['NUMBERRANGE', 'TEXT_B']

/** A preview, the saved row count, the summary of the saved cohort and the rows of its download are one number. */
export const ONE_NUMBER: Oracle = {
  name: 'download = preview = summary = saved',
  check: async ({ duckdb, world }: Engines, definition) => {
    const isCohort = ['subset', 'compound', 'pedigree', 'rules'].includes(definition.kind)
    if (!isCohort) return null
    const { preview, rowcount } = await previewedAndSaved(duckdb, definition)
    const summary = await duckdb.summary(definition)
    const saved = new Set(await duckdb.savedMembers())
    const names = world.study.forms.flatMap(({ variables }) => variables.map(({ name }) => name))
    const lines = await duckdb.download(
      SAVED,
      names.filter((name) => DOWNLOADED.includes(name)),
    )
    const leftOut = participantsOf(world).filter(
      (person) => saved.has(person.id) && (!isReadable(world, person) || world.withdrawn.includes(person.id)),
    )
    return [
      ...equal('saved row count = preview', rowcount, preview),
      ...equal('members = saved row count', saved.size, rowcount),
      ...equal('summary = preview', summary.size, preview),
      ...equal(
        'rows of the download + unreadable and withdrawn members = preview',
        lines.length + leftOut.length,
        preview,
      ),
    ]
  },
}

async function previewedAndSaved(engine: DatabaseEngine, definition: Definition) {
  if (definition.kind === 'rules') return previewedAndSavedRules(engine, definition)
  const plan = engine.planOf(definition)
  if (!plan) throw new Error('The definition is no cohort.')
  const { data, totals } = await countPlan(engine.connection, engine.bitmaps, plan)
  const preview = totals?.individuals ?? data.reduce((sum, { count }) => sum + (count ?? 0), 0)
  return { preview, rowcount: (await engine.save(plan)).rowcount }
}

async function previewedAndSavedRules(engine: DatabaseEngine, { parentId, rules }: RulesDefinition) {
  const { connection, evaluateRules } = engine
  const plan = engine.rulesPlan(parentId, rules)
  const { split } = await previewRules(connection, evaluateRules, plan, { savedId: null, readableOnly: false })
  await connection.run(sql`DELETE FROM cohort_member WHERE cohortid = ${SAVED}`)
  const rowcount = await insertNumbers(connection, SAVED, await membersOfRules(connection, evaluateRules, plan))
  await engine.savedMembers()
  return { preview: split.match ?? 0, rowcount }
}
