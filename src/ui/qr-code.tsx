import { QrCode as Ark } from '@ark-ui/react/qr-code'
import styles from '#ui/qr-code.module.css'

/** A text as a picture for a camera: dark on light in any colours of the page, or it would not be read. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <Ark.Root value={text} encoding={{ ecc: 'M' }} className={styles['code'] ?? ''}>
      <Ark.Frame className={styles['frame'] ?? ''} role="img" aria-label={label}>
        <Ark.Pattern className={styles['pattern'] ?? ''} />
      </Ark.Frame>
    </Ark.Root>
  )
}
