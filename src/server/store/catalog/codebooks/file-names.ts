/** A plain file name, never a path. */
export const CODEBOOK_FILE = /^[a-z0-9][a-z0-9.-]{0,120}\.pdf$/

interface NamedForm {
  readonly form_no: number
  readonly instrument: string
  readonly version: string
}

/** Unique file names, one for each form version. */
export function fileNames(forms: readonly NamedForm[]): Map<number, string> {
  const taken = new Set<string>()
  return new Map(
    forms.map((form) => {
      const plain = slug(`${form.instrument} ${form.version}`) || 'form'
      const name = taken.has(plain) ? `${plain}-${form.form_no}` : plain
      taken.add(name)
      return [form.form_no, `${name}.pdf`]
    }),
  )
}

const LONGEST = 80

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .slice(0, LONGEST)
    .replaceAll(/^[-.]+|[-.]+$/g, '')
}
