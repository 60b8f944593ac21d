import { useAtomValue, useSetAtom } from 'jotai'
import { version } from '#contract/session.ts'
import { API_PREFIX, APP_VERSION, FRONT_END_VERSION } from '#domain/limits.ts'
import { partVersionsAtom, versionAtom, versionErrorAtom } from '#entities/session/session.ts'
import { Button } from '#ui/button.tsx'
import styles from '#app/footer.module.css'

interface FooterProps {
  /** Receives the element that holds the status of signed-in users. */
  statusPlace?: (place: HTMLElement | null) => void
}

/** The status bar's place, and the versions of all parts (spec section 1). */
export function Footer({ statusPlace }: FooterProps) {
  const versions = useAtomValue(partVersionsAtom)
  const changeVersion = useSetAtom(versionAtom)
  const error = useAtomValue(versionErrorAtom)
  const text = [
    `diverapp ${versions?.diverapp || APP_VERSION}`,
    `diverweb ${versions?.diverweb || FRONT_END_VERSION}`,
    versions?.diverRPC && `diverRPC ${versions.diverRPC}`,
    versions?.dbProcs && `db_procs ${versions.dbProcs}`,
    versions?.dbEdit && `db_edit ${versions.dbEdit}`,
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <footer className={styles['footer']}>
      <div ref={statusPlace} className={styles['status']} />
      {error && (
        <span role="alert" className={styles['error']}>
          {error.message}
          <Button variant="quiet" size="small" onClick={() => void changeVersion('fetch')}>
            Try again
          </Button>
        </span>
      )}
      <a className={styles['link']} href={`${API_PREFIX}${version.path}`} target="_blank" rel="noreferrer">
        {text}
      </a>
    </footer>
  )
}
