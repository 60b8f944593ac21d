import { useAtom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { commandView, reasonOf, type CommandView, contextAtom } from '#command-kit/availability.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { CommandContext } from '#command-kit/context.ts'
import { invocationOf, type KeyBinding } from '#command-kit/declaration.ts'
import { useCommandKit } from '#command-kit/hooks.ts'
import { BareKeysSwitch } from '#command-kit/keys/bare-keys-switch.tsx'
import type { BoundKeys } from '#command-kit/keys/bound-keys.ts'
import { findsCommand } from '#command-kit/keys/find-command.ts'
import type { CommandKit } from '#command-kit/kit.tsx'
import { cheatSheetOpenAtom } from '#command-kit/palette/palette-state.ts'
import type { Registry } from '#command-kit/registry.ts'
import type { CommandId } from '#commands/signatures.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { KeyHint } from '#ui/key-hint.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import styles from '#command-kit/cheat-sheet.module.css'

interface Entry {
  readonly id: CommandId
  readonly keys: readonly KeyBinding[]
  readonly help: string
  readonly view: CommandView
}

interface Section {
  readonly title: string
  readonly entries: readonly Entry[]
}

const THIS_PANE = 'In this pane'

export function keySections(
  registry: Registry,
  context: CommandContext,
  { bindingsOf }: Pick<BoundKeys, 'bindingsOf'>,
): readonly Section[] {
  const sections = new Map<string, Entry[]>([[THIS_PANE, []]])
  for (const id of registry.ids) {
    const { help, section } = registry.command(id)
    const keys = bindingsOf(id)
    const view = commandView(registry, context, invocationOf(id, {}))
    if (keys.length === 0 || !view.isVisible) continue
    const isThisPanes = view.availability === true && keys.some(({ scope }) => scope === 'pane' || scope === 'table')
    const title = isThisPanes ? THIS_PANE : section
    sections.set(title, [...(sections.get(title) ?? []), { id, keys, help, view }])
  }
  return [...sections].filter(([, entries]) => entries.length > 0).map(([title, entries]) => ({ title, entries }))
}

export function CheatSheetDialog() {
  const [isOpen, setIsOpen] = useAtom(cheatSheetOpenAtom)
  const kit = useCommandKit()
  return (
    <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Keyboard" className={styles['sheet'] ?? ''}>
      <Sections kit={kit} />
      <div className={styles['foot']}>
        <BareKeysSwitch />
        {kit.registry.ids.includes('keyboard.open') && <CommandButton id="keyboard.open" args={{}} />}
      </div>
    </Dialog>
  )
}

/** The entries that a text finds. */
export function matchingSections(sections: readonly Section[], text: string): readonly Section[] {
  const isFound = ({ view, help, keys }: Entry) =>
    findsCommand(text, { words: [view.title, help], seqs: keys.map(({ seq }) => seq) })
  return sections
    .map(({ title, entries }) => ({ title, entries: entries.filter(isFound) }))
    .filter(({ entries }) => entries.length > 0)
}

function Sections({ kit }: { kit: CommandKit }) {
  const [text, setText] = useState('')
  const sectionsAtom = useMemo(
    () => contextAtom(kit, (context) => keySections(kit.registry, context, context.store.get(kit.boundKeys))),
    [kit],
  )
  const sections = matchingSections(useAtomValue(sectionsAtom), text)
  return (
    <>
      <TextField label="Find a key" type="search" value={text} onChange={setText} isOptional />
      {sections.length === 0 && <p role="status">{NO_RESULTS}</p>}
      <div className={styles['sections']} data-lists-keys>
        {sections.map(({ title, entries }) => (
          <section key={title} className={styles['section']}>
            <h2>{title}</h2>
            <dl className={styles['entries']}>
              {entries.map(({ id, keys, help, view }) => (
                <div key={id} className={styles['entry']} data-off={view.availability !== true}>
                  <dt title={[help, reasonOf(view.availability)].filter(Boolean).join(' ')}>{view.title}</dt>
                  <dd className={styles['keys']}>
                    {keys.map(({ seq }) => (
                      <KeyHint key={seq} seq={seq} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  )
}
