import styles from '#features/variables/screens/catalog.module.css'

/** Fields that a row does not show. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['meanings', 'value meanings'],
  ['explicit', 'explicit context'],
  ['implicit', 'implicit context'],
  ['section', 'section'],
])

/** Where a search found its words, as far as the row does not show it. */
export function FoundIn({ fields }: { fields: readonly string[] }) {
  const labels = fields.flatMap((field) => LABELS.get(field) ?? [])
  return labels.length === 0 ? null : <span className={styles['foundIn']}> Found in {labels.join(', ')}.</span>
}
