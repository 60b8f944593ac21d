import { commandView } from '#command-kit/availability.ts'
import { invocationOf, type Availability } from '#command-kit/declaration.ts'
import { decideKey } from '#command-kit/keys/decide-key.ts'
import { bareKeysAtom, pendingStrokesAtom } from '#command-kit/keys/key-atoms.ts'
import { isModifierAlone, strokeOf } from '#command-kit/keys/key-event.ts'
import { keySituation } from '#command-kit/keys/key-situation.ts'
import type { KeyEntry } from '#command-kit/keys/key-table.ts'
import { isKeptFromBrowser } from '#command-kit/keys/browser-keys.ts'
import type { CommandKit } from '#command-kit/kit.ts'
import { paletteAtom } from '#command-kit/palette/palette-state.ts'
import { awaitsPalette, typeAhead } from '#command-kit/palette/typed-ahead.ts'
import { isApple } from '#ui/platform.ts'

// What browsers report for keys that an input method takes.
const TAKEN_BY_INPUT_METHOD = 229

/** Neither the browser nor a grid in a screen may do something with the key as well. */
function take(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

function availabilityOf(kit: CommandKit, { id }: KeyEntry): Availability | 'hidden' {
  const { isVisible, availability } = commandView(kit.registry, kit.contextFor('key'), invocationOf(id, {}))
  return isVisible ? availability : 'hidden'
}

/** Does what a key press means: runs a command, goes on with a sequence or ends it, or leaves the key alone. */
export function handleKey(kit: CommandKit, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD) return
  if (isModifierAlone(event.key)) return
  const { store } = kit
  if (awaitsPalette(store) && typeAhead(store, event)) return take(event)
  const pending = store.get(pendingStrokesAtom)
  const stroke = strokeOf(event, isApple())
  const bareKeys = store.get(bareKeysAtom(kit.username))
  const seen = keySituation(event.target, stroke, kit.contextFor('key').workspace, bareKeys)
  // A palette that was asked for and is still loading has the keys already.
  const situation = { ...seen, inModal: seen.inModal || store.get(paletteAtom).isOpen }
  const decision = decideKey(store.get(kit.boundKeys).table, { stroke, repeated: event.repeat, pending }, situation)
  if (isKeptFromBrowser(stroke)) event.preventDefault()

  switch (decision.kind) {
    case 'pass':
      store.set(pendingStrokesAtom, [])
      return
    case 'wait':
      take(event)
      store.set(pendingStrokesAtom, decision.strokes)
      return
    case 'swallow':
      take(event)
      store.set(pendingStrokesAtom, decision.pending)
      return
    case 'run': {
      store.set(pendingStrokesAtom, [])
      const availability = availabilityOf(kit, decision.entry)
      const canRun = availability === true
      // What cannot run leaves the key to others, unless it ends a sequence and so was meant for us.
      if (canRun || pending.length > 0) take(event)
      if (canRun && !decision.silent) void kit.run(invocationOf(decision.entry.id, {}), 'here', 'key')
      // Whoever saves or applies waits for something to happen; other keys that are not on now do nothing.
      if (typeof availability === 'object' && isKeptFromBrowser(stroke) && !decision.silent) {
        kit.contextFor('key').toast.error(availability.because)
      }
    }
  }
}
