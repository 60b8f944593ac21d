import styles from '#features/custom-variables/parts/builder.module.css'
import type { Refusal } from '#features/custom-variables/refusal-of.ts'

/** What the back end refused, where it concerns this field. */
export function RefusalAt({ refusal, field }: { refusal: Refusal | null; field: string }) {
  if (refusal?.field !== field) return null
  return (
    <p className={styles['refusal']} role="alert">
      {refusal.message}
    </p>
  )
}
