import styles from '#ui/icon.module.css'

/** A line drawing on a square of 16 units, beside or instead of text that names it. */
export function Icon({ path }: { path: string }) {
  return (
    <svg className={styles['icon']} viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
