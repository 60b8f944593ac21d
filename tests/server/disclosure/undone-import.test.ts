import { expect, test } from 'vitest'
import { undoImport } from '#server/modules/imports/store/undo-import.ts'
import { alternating, countOfSz, scoreFrom, serveGrowingStudy, visitOf } from '#tests/support/growing-study.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'

test('what was disclosed of an undone import stays known', async () => {
  const folder = temporaryFolder()
  try {
    const { server, call, add } = await serveGrowingStudy(folder.path)
    const other = await server.callAs('newcomer')
    const more = visitOf('S', 1_200, 1_220, alternating, (nth) => (nth % 2) * 500)
    await add(more)
    expect(await countOfSz(call, scoreFrom(213))).toBe(997)

    await undoImport(server.database, async () => undefined)
    // The difference would describe the individuals of the undone import.
    expect(await countOfSz(call, scoreFrom(213))).toBeNull()
    expect(await countOfSz(other, scoreFrom(213))).toBe(987)
    expect(await countOfSz(call, scoreFrom(513))).toBe(687)

    // Under other numbers they may be the same individuals.
    await add(visitOf('T', 0, 20, alternating, (nth) => (nth % 2) * 500))
    expect(await countOfSz(call, scoreFrom(613))).toBeNull()
    expect(await countOfSz(call, scoreFrom(513))).toBeNull()
    expect(await countOfSz(other, scoreFrom(613))).toBe(587)
  } finally {
    folder.remove()
  }
})
