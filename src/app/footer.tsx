import { useAtomValue, useSetAtom } from 'jotai'
import { version } from '#contract/session.ts'
import { API_PREFIX, APP_VERSION, FRONT_END_VERSION } from '#domain/limits.ts'
import { partVersionsAtom, userAtom, userinfoAtom, versionAtom, versionErrorAtom } from '#entities/session/session.ts'
import { Button } from '#ui/button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from '#app/footer.module.css'

interface FooterProps {
  /** Receives the element that holds the status of signed-in users. */
  statusPlace?: (place: HTMLElement | null) => void
}

/** The status bar's place, and the versions (spec section 1): in full before login, then in short form. */
export function Footer({ statusPlace }: FooterProps) {
  const isSignedIn = useAtomValue(userAtom) !== null
  const { isPending } = useAtomValue(userinfoAtom)
  const versions = useAtomValue(partVersionsAtom)
  const changeVersion = useSetAtom(versionAtom)
  const error = useAtomValue(versionErrorAtom)
  const frontEnd = versions?.diverweb || FRONT_END_VERSION
  const text = [
    `diverapp ${versions?.diverapp || APP_VERSION}`,
    `diverweb ${frontEnd}`,
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
      {/* The form depends on the user; a change of form would move the link. */}
      {!isPending && (
        <a
          className={styles['link']}
          href={`${API_PREFIX}${version.path}`}
          target="_blank"
          rel="noreferrer"
          title={text}
          data-short={isSignedIn}
        >
          {isSignedIn ? (
            <>
              v{frontEnd}
              <VisuallyHidden> {text}</VisuallyHidden>
            </>
          ) : (
            text
          )}
        </a>
      )}
    </footer>
  )
}
