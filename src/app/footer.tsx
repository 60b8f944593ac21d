import { useAtomValue } from 'jotai'
import styles from '#app/footer.module.css'
import { version } from '#contract/session.ts'
import { API_PREFIX, APP_VERSION, FRONT_END_VERSION } from '#domain/limits.ts'
import { partVersionsAtom, versionAtom, versionErrorAtom } from '#entities/session.ts'
import { Button } from '#ui/button.tsx'

/** The versions of the app and its back-end parts, before login too (spec section 1). */
export function Footer() {
  const versions = useAtomValue(partVersionsAtom)
  const { refetch } = useAtomValue(versionAtom)
  const error = useAtomValue(versionErrorAtom)
  const parts = [
    `diverapp ${versions?.diverapp || APP_VERSION}`,
    `diverweb ${versions?.diverweb || FRONT_END_VERSION}`,
    versions?.diverRPC && `diverRPC ${versions.diverRPC}`,
    versions?.dbProcs && `db_procs ${versions.dbProcs}`,
    versions?.dbEdit && `db_edit ${versions.dbEdit}`,
  ]
  return (
    <footer className={styles['footer']}>
      <a href={`${API_PREFIX}${version.path}`} target="_blank" rel="noreferrer">
        {parts.filter(Boolean).join(' · ')}
      </a>
      {error && (
        <span role="alert" className={styles['error']}>
          {error.message}
          <Button variant="quiet" size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </span>
      )}
    </footer>
  )
}
