import { commandView } from '#command-kit/availability.ts'
import { invocationOf, type Availability } from '#command-kit/declaration.ts'
import { bareKeysAtom, keyRecordersAtom, pendingStrokesAtom } from '#command-kit/keys/bound-keys.ts'
import { decideKey, isModalOpen, keySituation } from '#command-kit/keys/decide-key.ts'
import { beginsInField, keepKey, keepKeys } from '#command-kit/keys/kept-keys.ts'
import type { KeyEntry } from '#command-kit/keys/key-table.ts'
import { isCombination, isPrintable, strokeId, type StrokeId, isDefaultPrevented } from '#command-kit/keys/stroke.ts'
import type { CommandKit } from '#command-kit/kit.tsx'
import { paletteAtom, isPaletteLoading, typeAhead } from '#command-kit/palette/palette-state.ts'
import type { CommandId } from '#commands/signatures.ts'
import { isApple } from '#ui/key-names.ts'
import { whenIdle } from '#ui/when-idle.ts'

// The keyCode of keys that an IME handles.
const IME_KEY_CODE = 229

/** Stops the browser default and other listeners. */
function consume(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

function availabilityOf(kit: CommandKit, { id }: KeyEntry): Availability | 'hidden' {
  const { isVisible, availability } = commandView(kit.registry, kit.contextFor('key'), invocationOf(id, {}))
  return isVisible ? availability : 'hidden'
}

/** Whether a key with Ctrl, Cmd or Alt is a command of the page; those of the whole program run at once. */
function isPageCommand(kit: CommandKit, stroke: StrokeId): boolean {
  const { table } = kit.store.get(kit.boundKeys)
  return isCombination(stroke) && table.some(({ strokes, scope }) => strokes[0] === stroke && scope !== 'global')
}

const LOADING_PANE = '[data-pane]:not([data-focused="false"]):has([data-loading])'

/** Whether a character is a command of a list whose rows are not there yet. */
function isForLoadingRows(kit: CommandKit, stroke: StrokeId): boolean {
  const { store, boundKeys, username } = kit
  if (!isPrintable(stroke) || !store.get(bareKeysAtom(username)) || store.get(pendingStrokesAtom).length > 0)
    return false
  const isListKey = store.get(boundKeys).table.some(({ strokes, scope }) => scope === 'table' && strokes[0] === stroke)
  const { workspace } = kit.contextFor('key')
  return isListKey && workspace.paneAction('list.next') === undefined && document.querySelector(LOADING_PANE) !== null
}

/** Keeps keys until the pane is loaded. */
function waitForRows({ store }: CommandKit): void {
  const end = keepKeys(store)
  const changes = new MutationObserver(() => {
    if (document.querySelector(LOADING_PANE) !== null) return
    changes.disconnect()
    // The rows are in the page before their commands.
    requestAnimationFrame(() => end())
  })
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-focused'] })
}

/** Handles a keydown: runs a command, continues or ends a sequence, or ignores the key. */
export function handleKey(kit: CommandKit, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.keyCode === IME_KEY_CODE) return
  if (isModifierAlone(event.key)) return
  const { store } = kit
  if (isPaletteLoading(store) && typeAhead(store, event)) return consume(event)
  const stroke = strokeOf(event, isApple())
  if (store.get(keyRecordersAtom).some((record) => record(stroke, event.repeat))) return consume(event)
  if (isForLoadingRows(kit, stroke)) waitForRows(kit)
  if (!isModalOpen(document) && keepKey(store, event, isPageCommand(kit, stroke))) return consume(event)
  const pending = store.get(pendingStrokesAtom)
  const bareKeys = store.get(bareKeysAtom(kit.username))
  const seen = keySituation(event.target, stroke, kit.contextFor('key').workspace, bareKeys)
  // An open palette that is still loading already receives the keys.
  const situation = { ...seen, inModal: seen.inModal || store.get(paletteAtom).isOpen }
  const decision = decideKey(store.get(kit.boundKeys).table, { stroke, repeated: event.repeat, pending }, situation)
  if (isDefaultPrevented(stroke)) event.preventDefault()

  switch (decision.kind) {
    case 'pass':
      store.set(pendingStrokesAtom, [])
      return
    case 'wait':
      consume(event)
      store.set(pendingStrokesAtom, decision.strokes)
      return
    case 'swallow':
      consume(event)
      store.set(pendingStrokesAtom, decision.pending)
      return
    case 'run': {
      store.set(pendingStrokesAtom, [])
      const availability = availabilityOf(kit, decision.entry)
      const canRun = availability === true
      // A key of an unavailable command passes on, unless it ends a sequence.
      if (canRun || pending.length > 0) consume(event)
      if (canRun && !decision.silent) runByKey(kit, decision.entry.id)
      // Save, apply, capital letters and sequences report why they are unavailable, and lead to the field.
      const isMeant = isDefaultPrevented(stroke) || pending.length > 0 || /^shift\+\p{L}$/u.test(stroke)
      if (typeof availability === 'object' && isMeant && !decision.silent) {
        const { toast, workspace } = kit.contextFor('key')
        toast.error(availability.because)
        workspace.paneAction(decision.entry.id)?.lead?.()
      }
    }
  }
}

/** Keys that follow at once belong to the page that the command opens; an idle browser has rendered it. */
function runByKey(kit: CommandKit, id: CommandId): void {
  const end = beginsInField(id) ? keepKeys(kit.store) : () => undefined
  void kit.run(invocationOf(id, {}), 'here', 'key').finally(() => whenIdle(() => end()))
}

/** The part of KeyboardEvent that identifies a stroke. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly getModifierState: (name: 'AltGraph') => boolean
}

// Characters of a US keyboard without and with Shift, for non-Latin layouts.
const CHARACTERS_BY_CODE: Readonly<Record<string, readonly [string, string]>> = {
  Slash: ['/', '?'],
  Period: ['.', '>'],
  Comma: [',', '<'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Equal: ['=', '+'],
  Minus: ['-', '_'],
}

function characterByCode(code: string, shift: boolean): string | undefined {
  const letterOrDigit = /^(?:Key([A-Z])|Digit(\d))$/.exec(code)
  if (letterOrDigit) return letterOrDigit[1]?.toLowerCase() ?? letterOrDigit[2]
  return CHARACTERS_BY_CODE[code]?.[shift ? 1 : 0]
}

/** A letter of a non-Latin script: Cyrillic, Greek, Hebrew and others. */
function isOfOtherScript(key: string): boolean {
  return isPrintable(key) && /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key)
}

/** The stroke of a keydown: by character, or by physical key on non-Latin layouts. */
export function strokeOf(press: KeyPress, apple: boolean): StrokeId {
  const writesWithAlt =
    press.getModifierState('AltGraph') ||
    (apple && press.altKey && !press.ctrlKey && !press.metaKey && isPrintable(press.key))
  const ctrl = press.ctrlKey && !writesWithAlt
  const key = isOfOtherScript(press.key) ? (characterByCode(press.code, press.shiftKey) ?? press.key) : press.key
  return strokeId({
    key,
    mod: apple ? press.metaKey : ctrl,
    ctrl: apple && ctrl,
    meta: !apple && press.metaKey,
    alt: press.altKey && !writesWithAlt,
    shift: press.shiftKey,
  })
}

function isModifierAlone(key: string): boolean {
  return ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn', 'Dead', 'Process'].includes(key)
}
