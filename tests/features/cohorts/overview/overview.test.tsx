import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PaneContext } from '#command-kit/hooks.ts'
import { CommandProvider } from '#command-kit/kit.tsx'
import { createRegistry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import type { CountRow } from '#contract/shapes/entities.ts'
import { cohortAtom, cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { currentProjectIdAtom } from '#entities/projects/projects.ts'
import { Overview } from '#features/cohorts/overview/overview.tsx'
import { signInClient } from '#tests/support/signed-in-client.ts'
import { smallKit } from '#tests/support/small-commands.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

let server: TestServer
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  server.close()
})

/** The overview of All Individuals over the real server, and the rows of its summary. */
async function showOverview(username: Username, minimumCell = 0, panes = ['pane-of-this-test']) {
  server = await createTestServer({ minimumCell })
  const client = await signInClient(server, username)
  const [cohort, summary, project] = [cohortAtom(1), cohortSummaryAtom(1), currentProjectIdAtom].map((shown) =>
    client.show<{ readonly data?: unknown }>(shown),
  )
  await waitFor(() => expect([cohort?.().data, summary?.().data, project?.().data]).not.toContain(undefined))
  const shown = client.store.get(cohortAtom(1)).data
  const { data: rows = [], totals = null } = client.store.get(cohortSummaryAtom(1)).data ?? {}
  if (!shown) throw new Error('All Individuals exists.')
  const { parts } = smallKit({})
  render(
    <CommandProvider registry={createRegistry(commands)} context={{ ...parts, call: client.call, store: client.store }}>
      <MemoryRouter>
        {panes.map((pane) => (
          <PaneContext key={pane} value={pane}>
            <section aria-label={pane}>
              <Overview cohort={shown} rows={rows} totals={totals} dataType="" valueWords={(value) => value} />
            </section>
          </PaneContext>
        ))}
      </MemoryRouter>
    </CommandProvider>,
  )
  return rows.flatMap((row) => ('pedigreeCount' in row ? [] : row))
}

/** The bars of a panel: label and count. */
function barsOf(title: string): (readonly [string, number])[] {
  const list = within(screen.getByRole('region', { name: title })).getByRole('list')
  return within(list)
    .getAllByRole('listitem')
    .map(({ children: [label, , count] }) => [
      label?.textContent?.replace(', new cohort of these+', '') ?? '',
      Number(count?.textContent),
    ])
}

function sumsOf(rows: readonly CountRow[], by: 'dxNimh' | 'collection' | 'studyId' | 'consent') {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const key = row[by] === '' ? 'not recorded' : row[by]
    sums.set(key, (sums.get(key) ?? 0) + (row.count ?? 0))
  }
  return sums
}

test('the bars equal the sums of the summary call', async () => {
  const rows = await showOverview('admin')
  expect(rows.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(12)
  for (const [title, by] of [
    ['Diagnosis', 'dxNimh'],
    ['Collection', 'collection'],
    ['Study', 'studyId'],
    ['Consent', 'consent'],
  ] as const) {
    expect(new Map(barsOf(title)), title).toEqual(sumsOf(rows, by))
  }
  const diagnosis = screen.getByRole('region', { name: 'Diagnosis' })
  expect(within(diagnosis).getByText(/in the collection’s records \(dx_nimh\), not an answer to a form/)).toBeTruthy()
})

test('families are those of the members, by their members in the cohort', async () => {
  await showOverview('admin')
  await screen.findByText(/percent of 6 pedigrees with a member here/)
  expect(barsOf('Members per pedigree')).toEqual([
    ['1', 2],
    ['2', 2],
    ['3', 2],
  ])
})

test('offers a choice of variables if none has a usual name, and draws the chosen ones of the project', async () => {
  await showOverview('admin')
  await screen.findByText(/^No variables with the usual names of sex and age/)
  cleanup()
  server.close()
  localStorage.setItem('pyramid:admin', JSON.stringify({ 1: { sex: 'MARITAL', age: 'AGE' } }))
  await showOverview('admin')
  const pyramid = await screen.findByRole('figure', { name: /^Pyramid of MARITAL and AGE/ })
  expect(within(pyramid).getByRole('link', { name: /^Married, 50 to 59: 2/ })).toBeTruthy()
  // P03 and P09 have other answers to MARITAL; six have no age.
  expect(screen.getByText('MARITAL and AGE. Not drawn: 6 without AGE, 2 others by MARITAL.')).toBeTruthy()
})

test('suppressed counts draw nothing and have no links', async () => {
  localStorage.setItem('pyramid:researcher', JSON.stringify({ 1: { sex: 'MARITAL', age: 'AGE' } }))
  await showOverview('researcher', 3)
  // The three individuals in au have one row without strata.
  expect(barsOf('Diagnosis')).toContainEqual(['not shown or not recorded', 6])
  // Counts of the pyramid would use up the ledger of the account.
  await userEvent.click(await screen.findByRole('button', { name: 'Count MARITAL by AGE' }))
  const pyramid = await screen.findByRole('figure', { name: /^Pyramid of MARITAL and AGE/ })
  expect(within(pyramid).queryByRole('link')).toBeNull()
  expect(await screen.findByText(/^Not counted: au\./)).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Members per pedigree' })).queryByRole('list')).toBeNull()
})

test('the bar with the focus shows its share of the bars of another pane, and takes it away when it leaves', async () => {
  const rows = await showOverview('admin', 0, ['left', 'right'])
  const [left, right] = ['left', 'right'].map((name) => within(screen.getByRole('region', { name })))
  const panel = within(left?.getByRole('region', { name: 'Collection' }) ?? document.body)
  const link = panel.getByRole('link', { name: /^bp/ })
  act(() => link.focus())
  const members = rows.filter(({ collection }) => collection === 'bp').reduce((sum, { count }) => sum + (count ?? 0), 0)
  // All individuals of the collection are in its own bar, and in the bars of the consents.
  expect(await right?.findAllByText(`${members} also Collection bp`)).not.toHaveLength(0)
  expect(left?.queryByText(/also Collection bp/)).toBeNull()
  act(() => link.blur())
  await waitFor(() => expect(right?.queryByText(/also Collection bp/)).toBeNull())
  // The pointer on a bar does the same.
  await userEvent.hover(panel.getByText('bp'))
  expect(await right?.findAllByText(`${members} also Collection bp`)).not.toHaveLength(0)
})
