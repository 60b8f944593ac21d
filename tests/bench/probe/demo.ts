import { rmSync, mkdirSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { createMakingDatabase } from '../../../src/server/demo/making-database.ts'
import { FORMS } from '../../../src/server/demo/forms/forms.ts'
import { versionsOf } from '../../../src/server/demo/forms/form-version.ts'
import { makeFormTable, countObservations } from '../../../src/server/demo/make-form.ts'
import { fillCodebookPages } from '../../../src/server/codebooks/fill-pages.ts'
import { makeCatalog, tableName } from '../../../src/server/demo/make-catalog.ts'
import { makeIndividuals } from '../../../src/server/demo/make-individuals.ts'
import { makeFamilies } from '../../../src/server/demo/model/make-families.ts'
import { makeSubjects } from '../../../src/server/demo/model/make-subjects.ts'
import { makeDemoAccounts } from '../../../src/server/demo/make-accounts.ts'
import { makeSampleProjects } from '../../../src/server/demo/make-sample-projects.ts'
import { PASSWORD_COST } from '../../../src/server/accounts/passwords.ts'
import { setDataOrigin } from '../../../src/server/import/data-origin.ts'
import { openDatabase } from '../../../src/server/storage/database.ts'
import { raiseDataVersion } from '../../../src/server/storage/data-version.ts'
rmSync('/tmp/team/demo.db', { force: true })
let t = performance.now(),
  c0 = process.cpuUsage()
const step = (name: string) => {
  const u = process.cpuUsage(c0)
  console.log(
    name.padEnd(14),
    Math.round(performance.now() - t),
    'ms wall',
    Math.round((u.user + u.system) / 1000),
    'cpu',
  )
  t = performance.now()
  c0 = process.cpuUsage()
}
const db = await createMakingDatabase('/tmp/team/demo.db', true)
if (process.env['OFF'])
  await db.withConnection((con: any) => con.run(`SET GLOBAL disabled_optimizers='${process.env['OFF']}'`))
step('create')
const c = await db.connect()
await c.run(`ATTACH ':memory:' AS demo_model`)
const schema = 'demo_model.main'
await makeFamilies(c, schema, 2129)
step('families')
await makeSubjects(c, schema)
step('subjects')
await makeIndividuals(c, schema)
step('individuals')
const versions = FORMS.flatMap(versionsOf).map((version, index) => ({ version, formNo: index + 1 }))
step('versions')
const waiting = versions.toSorted((a, b) => b.version.items.length - a.version.items.length)
const made: any[] = []
let tt = 0,
  tc = 0
const one = async () => {
  for (;;) {
    const next = waiting.shift()
    if (!next) return
    await db.withConnection(async (con: any) => {
      let a = performance.now()
      await makeFormTable(con, schema, tableName(next.formNo), next.version)
      tt += performance.now() - a
      a = performance.now()
      made.push({ ...next, observations: await countObservations(con, tableName(next.formNo), next.version) })
      tc += performance.now() - a
    })
  }
}
await Promise.all([one(), one()])
step('forms')
console.log('  tables', Math.round(tt), 'counts', Math.round(tc))
await makeCatalog(
  c,
  made.sort((a, b) => a.formNo - b.formNo),
)
step('catalog')
await c.run(`DETACH demo_model`)
await fillCodebookPages(c)
step('codebookpages')
await setDataOrigin(c, 'demo')
await raiseDataVersion(c)
c.closeSync()
await makeDemoAccounts(db, PASSWORD_COST)
step('accounts')
await makeSampleProjects(db, PASSWORD_COST)
step('samples')
await db.withConnection((con: any) => con.run('CHECKPOINT'))
step('checkpoint')
db.close()
step('close')
const o = await openDatabase('/tmp/team/demo.db')
step('open')
process.exit(0)
