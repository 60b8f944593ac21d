import { CommandLink } from '#command-kit/command-link.tsx'
import type { Use } from '#contract/shapes-of-extensions.ts'
import { Notice } from '#ui/notice.tsx'

const KIND_WORDS: ReadonlyMap<string, string> = new Map([
  ['construct', 'custom variable'],
  ['varset', 'variable set'],
])

interface UsedByProps {
  name: string
  uses: readonly Use[]
}

/** Why a thing cannot be deleted: what is built on it, each to be opened. */
export function UsedBy({ name, uses }: UsedByProps) {
  return (
    <Notice tone="warning" title={`“${name}” cannot be deleted: it is used. Delete these first.`}>
      <ul>
        {uses.map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            {KIND_WORDS.get(use.kind) ?? use.kind}: <UseLink use={use} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function UseLink({ use: { kind, id, name } }: { use: Use }) {
  if (kind === 'cohort') {
    return (
      <CommandLink id="cohort.show" args={{ cohortId: id }}>
        {name}
      </CommandLink>
    )
  }
  if (kind === 'varset') {
    return (
      <CommandLink id="variable-set.show" args={{ variableSetId: id }}>
        {name}
      </CommandLink>
    )
  }
  return (
    <CommandLink id="variable.show" args={{ variableName: name }}>
      {name}
    </CommandLink>
  )
}
