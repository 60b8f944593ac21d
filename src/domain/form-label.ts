/** A form version as it is named everywhere: "DIGS 4.0". */
export function formLabel({ instrument, version }: { readonly instrument: string; readonly version: string }): string {
  return [instrument, version].filter(Boolean).join(' ')
}
