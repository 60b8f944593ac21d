import { problemAt, type Problem, isPresent } from '#server/modules/imports/source/problem.ts'
import type { PedigreeRow } from '#server/modules/imports/formats/pedigree/pedigree-row.ts'

export interface CheckedPedigree {
  readonly rows: readonly PedigreeRow[]
  /** Participants whose rows are all refused. */
  readonly refusedIds: ReadonlySet<string>
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}

/**
 * Checks a pedigree: no duplicate individual, no own ancestor, mothers not male, fathers not female, parents in the
 * same family. A parent without a row is no individual (semantics, "Pedigree"); a note reports it.
 */
export function checkPedigree(given: readonly PedigreeRow[]): CheckedPedigree {
  const byId = new Map<string, PedigreeRow>()
  const refused: Problem[] = []
  for (const row of given) {
    const first = byId.get(row.individualId)
    if (first) refused.push(at(row, `${row.individualId} has a row already, on line ${first.line} of ${first.file}.`))
    else byId.set(row.individualId, row)
  }
  const refusedIds = new Set<string>()
  for (const row of byId.values()) {
    const fault = faultOf(row, byId)
    if (fault === null) continue
    refusedIds.add(row.individualId)
    refused.push(at(row, fault))
  }
  const rows = [...byId.values()].filter((row) => !refusedIds.has(row.individualId))
  const ids = new Set(rows.map((row) => row.individualId))
  const notes = rows.flatMap((row) => {
    const missing = [row.fatherId, row.motherId].filter(isPresent).filter((parent) => !ids.has(parent))
    return missing.map((parent) => at(row, `${parent}, a parent of ${row.individualId}, has no row and is left out.`))
  })
  const known = (id: string | null) => (id !== null && ids.has(id) ? id : null)
  return {
    rows: rows.map((row) => ({ ...row, fatherId: known(row.fatherId), motherId: known(row.motherId) })),
    refusedIds,
    refused: refused.sort((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0)),
    notes,
  }
}

function at({ file, line }: PedigreeRow, text: string): Problem {
  return problemAt(file, line, text)
}

function faultOf(row: PedigreeRow, byId: ReadonlyMap<string, PedigreeRow>): string | null {
  const { individualId, fatherId, motherId, familyId } = row
  const father = byId.get(fatherId ?? '') ?? null
  const mother = byId.get(motherId ?? '') ?? null
  if (father?.sex === 'F') return `The father of ${individualId}, ${father.individualId}, is a woman.`
  if (mother?.sex === 'M') return `The mother of ${individualId}, ${mother.individualId}, is a man.`
  if (fatherId !== null && fatherId === motherId) return `${fatherId} is both parents of ${individualId}.`
  const stranger = [father, mother].filter(isPresent).find((parent) => parent.familyId !== familyId)
  if (stranger) return `${stranger.individualId}, a parent of ${individualId}, belongs to another family.`
  return isOwnAncestor(row, byId) ? `${individualId} is among their own ancestors.` : null
}

function isOwnAncestor({ individualId, fatherId, motherId }: PedigreeRow, byId: ReadonlyMap<string, PedigreeRow>) {
  const seen = new Set<string>()
  const waiting = [fatherId, motherId].filter(isPresent)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === individualId) return true
    if (seen.has(id)) continue
    seen.add(id)
    const { fatherId: father = null, motherId: mother = null } = byId.get(id) ?? {}
    waiting.push(...[father, mother].filter(isPresent))
  }
  return false
}
