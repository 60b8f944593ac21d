import { cleanup, render, screen, within } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PaneContext } from '#command-kit/hooks.ts'
import { CommandProvider } from '#command-kit/kit.tsx'
import { createRegistry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import { PedigreeDrawing } from '#contract/pedigrees.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import { cohortAtom, cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { FamilySpreads, PedigreeFacts } from '#features/pedigrees/drawing/pedigree-sheet-details.tsx'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { smallKit } from '#tests/support/small-commands.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let client: SignedInClient
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
})
afterEach(() => {
  cleanup()
  server.close()
})

const PEDIGREES = v.parse(v.array(PedigreeDrawing), [
  {
    family_id: 'F1',
    affected: 1,
    members: [
      { individual_id: 'P01', sex: 'M', affected: true, proband: true },
      { individual_id: 'P02', sex: 'F', affected: null },
      { individual_id: 'P03', sex: 'F', affected: false, father: 'P01', mother: 'P02' },
      { individual_id: 'P13', sex: null, affected: null, placeholder: true, father: 'P01', mother: 'P02' },
    ],
  },
])

async function spreadsOf(cohortId: number, isOwnTrait: boolean) {
  const [cohort, summary] = [client.show(cohortAtom(cohortId)), client.show(cohortSummaryAtom(cohortId))]
  await vi.waitUntil(() => cohort().data && summary().data)
  const { data } = cohort()
  if (!data) throw new Error('The cohort exists.')
  const { parts } = smallKit({})
  render(
    <CommandProvider registry={createRegistry(commands)} context={{ ...parts, call: client.call, store: client.store }}>
      <PaneContext value="pane-of-this-test">
        <FamilySpreads cohort={data} pedigrees={fromWire(PEDIGREES)} hasTrait isOwnTrait={isOwnTrait} />
      </PaneContext>
    </CommandProvider>,
  )
  return ['Members per pedigree', 'Affected per pedigree'].map(
    (name) => screen.getByRole('region', { name }).textContent,
  )
}

test('families are those of the whole pedigree cohort, and of another trait or cohort those on the page', async () => {
  const draft = {
    parent_id: 1,
    cohort_type: 'pedigree',
    variable: 'MOOD_LOW',
    constraint_type: 'EQ',
    constraint_value: '1',
    ped_constraint: 'min',
    ped_constraint_count: 1,
    min_pedsize: 1,
    name: 'Low families',
  }
  const cohortId = await client.saveOnWire('/cohort/new', draft)
  expect(await spreadsOf(cohortId, true)).toEqual([
    expect.stringContaining('All 2 pedigrees of the cohort.'),
    expect.stringContaining('All 2 pedigrees of the cohort.'),
  ])
  cleanup()
  expect((await spreadsOf(cohortId, false))[1]).toContain('Only the 1 pedigree on this page.')
  cleanup()
  expect((await spreadsOf(1, true))[0]).toContain('Only the 1 pedigree on this page.')
})

test('the facts of a family count its members, generations and marks', () => {
  const [pedigree] = fromWire(PEDIGREES)
  if (!pedigree) throw new Error('There is a pedigree.')
  render(<PedigreeFacts pedigree={pedigree} hasTrait />)
  const terms = within(screen.getByRole('region', { name: 'Focused pedigree' })).getAllByRole('term')
  expect(terms.map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)).toEqual([
    'Members: 4',
    'Generations: 2',
    'Sex: 1 man, 2 women, 1 unknown',
    'Affected: 1',
    'Answer missing: 1',
    'Probands: 1',
    'Placeholders: 1',
  ])
})
