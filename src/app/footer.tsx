import { useAtomValue } from 'jotai'
import styles from '#app/footer.module.css'
import { version } from '#contract/session.ts'
import { API_PREFIX, APP_VERSION, FRONT_END_VERSION } from '#domain/limits.ts'
import { partVersionsAtom } from '#entities/session.ts'

/** The versions of the app and its back-end parts, before login too (spec section 1). */
export function Footer() {
  const versions = useAtomValue(partVersionsAtom)
  const parts = [
    `diverapp ${versions?.diverapp || APP_VERSION}`,
    `diverweb ${versions?.diverweb || FRONT_END_VERSION}`,
    ...(['diverRPC', 'db_procs', 'db_edit'] as const).flatMap((part) =>
      versions?.[part] ? [`${part} ${versions[part]}`] : [],
    ),
  ]
  return (
    <footer className={styles['footer']}>
      <a href={`${API_PREFIX}${version.path}`} target="_blank" rel="noreferrer">
        {parts.join(' · ')}
      </a>
    </footer>
  )
}
