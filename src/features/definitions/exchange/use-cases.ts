import type { Failure } from '#api/result.ts'
import type { CommandContext } from '#command-kit/context.ts'
import type { Exported } from '#domain/exported.ts'
import { refusal } from '#features/definitions/copy-definition.ts'
import { collectExchange, exportedOfProject } from '#features/definitions/exchange/collect-exchange.ts'
import { exchangeText } from '#features/definitions/exchange/exchange-text.ts'
import { giveText } from '#features/definitions/exchange/given-text.ts'
import { encodeShared, shareLink } from '#features/definitions/exchange/share-code.ts'
import { saveFile } from '#ui/save-file.ts'

/** Larger files are no definitions: a thousand cohorts take about a megabyte. */
const FILE_BYTES_MAX = 20_000_000
const LINK_MAX = 60_000

/** Opens the browser's file dialog; the chosen file is shown on the import page. */
export function openExchangeFile({ toast, ...ports }: Pick<CommandContext, 'store' | 'run' | 'toast'>): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.json,application/json'
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) void importFile(ports, file).then((failure) => failure && toast.error(failure.message))
  })
  input.click()
}

/** Shows a file on the import page. */
export async function importFile(
  { store, run }: Pick<CommandContext, 'store' | 'run'>,
  file: File,
): Promise<Failure | void> {
  if (file.size > FILE_BYTES_MAX) return refusal(`${file.name} is too large to be a file of definitions.`)
  giveText(store, await file.text())
  await run({ id: 'definitions.import', args: {} })
}

/** Saves the definitions of objects through the browser. */
export async function saveExchange(
  { call }: Pick<CommandContext, 'call'>,
  exported: Exported | null,
): Promise<Failure | void> {
  const collected = await collectExchange(call, exported ?? {})
  if (!collected.ok) return collected
  const text = await exchangeText(collected.value)
  saveFile(new Blob([text], { type: 'application/json' }), 'definitions.json')
}

export async function saveExchangeOfProject({
  call,
  project,
}: Pick<CommandContext, 'call' | 'project'>): Promise<Failure | void> {
  const exported = await exportedOfProject(call, project?.projectId)
  return exported.ok ? saveExchange({ call }, exported.value) : exported
}

/** Copies a link with the definitions in its fragment, which browsers do not send to servers. */
export async function copyShareLink(
  { call }: Pick<CommandContext, 'call'>,
  exported: Exported | null,
): Promise<Failure | void> {
  const collected = await collectExchange(call, exported ?? {})
  if (!collected.ok) return collected
  const code = await encodeShared(await exchangeText(collected.value))
  if (code.length > LINK_MAX) return refusal('These definitions are too long for a link: save them as a file.')
  await navigator.clipboard.writeText(shareLink(globalThis.location.origin, '/definitions/import', code))
}
