import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { PaneContext } from '#command-kit/hooks.ts'
import { CommandProvider } from '#command-kit/kit.tsx'
import { createRegistry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import type { Split } from '#contract/shapes/entities.ts'
import type { SetOperation } from '#domain/cohorts/cohorts.ts'
import { SetDiagram } from '#entities/cohorts/pictures/set-diagram.tsx'
import { signInClient } from '#tests/support/signed-in-client.ts'
import { smallKit } from '#tests/support/small-commands.ts'
import { createTestServer } from '#tests/support/test-server.ts'

afterEach(cleanup)

const SIZES = { onlyFirst: 1_000, both: 122, onlySecond: 0 }
const SPLIT: Split = { match: 122, noMatch: 432, unknown: 8, noRecord: 560 }

/** The text of the region of the first cohort alone. */
async function onlyFirst(operation: SetOperation, split: Split): Promise<string | null | undefined> {
  const server = await createTestServer()
  const client = await signInClient(server, 'admin')
  const { parts } = smallKit({})
  render(
    <CommandProvider registry={createRegistry(commands)} context={{ ...parts, call: client.call, store: client.store }}>
      <MemoryRouter>
        <PaneContext value="pane-of-this-test">
          <SetDiagram sizes={SIZES} first="Men" second="High mood" ids={[2, 3]} operation={operation} split={split} />
        </PaneContext>
      </MemoryRouter>
    </CommandProvider>,
  )
  server.close()
  return screen.getByText('Only in Men').nextElementSibling?.textContent
}

test('the picture of an intersection splits the excluded individuals', async () => {
  expect(await onlyFirst('INTERSECT', SPLIT)).toContain('432 no match, 8 unknown, 560 no record')
})

test('uncounted individuals are a separate part', async () => {
  const split = { ...SPLIT, noRecord: 500, notCounted: 60 }
  expect(await onlyFirst('INTERSECT', split)).toContain('432 no match, 8 unknown, 500 no record, 60 not counted')
})

test.each([
  ['of a union', 'UNION', SPLIT],
  ['with parts of other counts', 'INTERSECT', { ...SPLIT, noMatch: 431 }],
] as const)('splits nothing in the picture %s', async (_says, operation, split) => {
  expect(await onlyFirst(operation, split)).not.toContain('no match')
})
