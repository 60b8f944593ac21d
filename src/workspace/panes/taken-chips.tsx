import { useAtomValue } from 'jotai'
import type { ArgumentSource } from '#command-kit/argument-source.ts'
import type { Opening } from '#command-kit/context.ts'
import { invocationOf, type Invocation, type Taken } from '#command-kit/declaration.ts'
import { useCommandContext, useCommandKit } from '#command-kit/hooks.ts'
import { Button } from '#ui/button.tsx'
import stack from '#ui/stack.module.css'

/** What a new page took from elsewhere than the focused pane, with its source; each can be removed. */
export function TakenChips({ opening: { invocation, taken } }: { opening: Opening }) {
  const { sources, registry } = useCommandKit()
  const { workspace } = useCommandContext()
  const remove = (removed: Taken) => {
    const next = withoutTaken(invocation, removed)
    const url = registry.addressOf(next)
    if (url !== null) workspace.open(url, 'here', { invocation: next, taken: taken.filter((one) => one !== removed) })
  }
  return (
    <div className={stack['row']} role="group" aria-label="Taken from elsewhere">
      {taken.map((one) => (
        <Chip
          key={`${one.name} ${one.subject.value}`}
          taken={one}
          source={sources.find(({ kind }) => kind === one.subject.kind)}
          onRemove={() => remove(one)}
        />
      ))}
    </div>
  )
}

interface ChipProps {
  taken: Taken
  source: ArgumentSource | undefined
  onRemove: () => void
}

function Chip({ taken: { subject }, source, onRemove }: ChipProps) {
  return source === undefined ? null : <NamedChip subject={subject} source={source} onRemove={onRemove} />
}

function NamedChip({
  subject,
  source,
  onRemove,
}: Pick<Taken, 'subject'> & { source: ArgumentSource; onRemove: () => void }) {
  const state = useAtomValue(source.rows)
  const row = state.status === 'ready' ? state.rows.find(({ value }) => value === subject.value) : undefined
  const title = row?.title ?? String(subject.value)
  return (
    <Button
      size="small"
      aria-label={`Remove ${title}, taken from ${subject.from ?? 'this pane'}`}
      onClick={onRemove}
      onKeyDown={(event) => {
        if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
      }}
    >
      {title} · from {subject.from} <span aria-hidden="true">✕</span>
    </Button>
  )
}

function withoutTaken({ id, args }: Invocation, { name, subject }: Taken): Invocation {
  const entries = Object.entries(args).flatMap(([key, value]: [string, unknown]): (readonly [string, unknown])[] => {
    if (key !== name) return [[key, value]]
    const others = Array.isArray(value) ? value.filter((one) => one !== subject.value) : []
    return others.length === 0 ? [] : [[key, others]]
  })
  return invocationOf(id, Object.fromEntries(entries))
}
