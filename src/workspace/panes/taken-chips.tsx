import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Opening } from '#command-kit/context.ts'
import { invocationOf, type Invocation, type Taken } from '#command-kit/declaration.ts'
import { useCommandContext, useCommandKit } from '#command-kit/hooks.ts'
import { countOf } from '#domain/numbers.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { draftAtom, draftIdIn } from '#workspace/drafts/draft-storage.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { paneAtom, paneQueryAtom, usePaneId } from '#workspace/panes/pane-atoms.ts'
import styles from '#workspace/panes/taken-chips.module.css'

/** The arguments that the pane's page still has from elsewhere. */
export function TakenChips({ opening }: { opening: Opening }) {
  const id = usePaneId()
  const { registry } = useCommandKit()
  const { workspace, palette, user } = useCommandContext()
  const url = useAtomValue(paneAtom(id))?.url ?? ''
  const draftId = draftIdIn(useAtomValue(paneQueryAtom(id)))
  const draft = useAtomValue(draftAtom({ username: user?.username ?? '', id: draftId })).history.present
  const shown = registry.routeOf(url)
  const taken = opening.taken.filter(({ name, values }) => {
    const args = shown?.id === opening.invocation.id ? Object.entries(shown.args) : []
    return values.every((value) =>
      [args.find(([key]) => key === name)?.[1], ...(draft === undefined ? [] : [draft])].every((part) =>
        mentions(part, value),
      ),
    )
  })
  const remove = (removed: readonly Taken[]) => {
    const next = removed.reduce(withoutTaken, opening.invocation)
    const rest = taken.filter((one) => !removed.includes(one))
    const to = registry.addressOf(next)
    if (to === null) palette.ask(next)
    else workspace.open(to, 'here', { invocation: next, taken: rest })
  }
  return <TakenGroup taken={taken} onRemove={remove} />
}

interface TakenGroupProps {
  taken: readonly Taken[]
  onRemove: (removed: readonly Taken[]) => void
}

/** Chips of what a page took from elsewhere, with the source; each can be removed, and all by a command. */
export function TakenGroup({ taken, onRemove }: TakenGroupProps) {
  usePaneActions(taken.length === 0 ? {} : { 'form.remove-taken': { available: true, run: () => onRemove(taken) } })
  if (taken.length === 0) return null
  return (
    <div className={styles['chips']} role="group" aria-label="Taken from elsewhere">
      {taken.map((one) => (
        <Chip key={`${one.name} ${one.from}`} taken={one} onRemove={() => onRemove([one])} />
      ))}
    </div>
  )
}

function Chip({ taken: { kind, values, from }, onRemove }: { taken: Taken; onRemove: () => void }) {
  const { sources } = useCommandKit()
  const title = useAtomValue(
    useMemo(
      () =>
        atom((get) => {
          const [only, ...others] = values
          const source = sources.find((candidate) => candidate.kind === kind)
          if (others.length > 0) return countOf(values.length, kind === 'variable' ? 'variable' : 'cohort')
          const state = source && get(source.rows)
          const row = state?.status === 'ready' ? state.rows.find(({ value }) => value === only) : undefined
          return row?.title ?? String(only)
        }),
      [sources, kind, values],
    ),
  )
  return (
    <Button
      size="small"
      aria-label={`Remove ${title}, taken from ${from}`}
      onClick={onRemove}
      onKeyDown={(event) => {
        if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
      }}
    >
      {title} · from {from}
      <Icon path="M4 4l8 8M12 4l-8 8" />
    </Button>
  )
}

/** Whether a draft or an argument contains a value. */
function mentions(part: unknown, value: unknown): boolean {
  if (part === value) return true
  return (
    typeof part === 'object' &&
    part !== null &&
    Object.entries(part)
      .flat()
      .some((one) => mentions(one, value))
  )
}

function withoutTaken({ id, args }: Invocation, { name, values }: Taken): Invocation {
  const entries = Object.entries(args).flatMap(([key, value]: [string, unknown]): (readonly [string, unknown])[] => {
    if (key !== name) return [[key, value]]
    const removed: readonly unknown[] = values
    const others = Array.isArray(value) ? value.filter((one) => !removed.includes(one)) : []
    return others.length === 0 ? [] : [[key, others]]
  })
  return invocationOf(id, Object.fromEntries(entries))
}
