import type { CommandId } from '#commands/signatures.ts'
import { useCommandKeys } from '#command-kit/hooks.ts'
import { KeyHint } from '#ui/key-hint.tsx'

/** The first key of a command, if any. */
export function CommandKeys({ id }: { id: CommandId }) {
  const [seq] = useCommandKeys(id)
  return seq === undefined ? null : <KeyHint seq={seq} />
}
