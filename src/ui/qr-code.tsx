import { QrCode as Ark } from '@ark-ui/react/qr-code'
import styles from '#ui/qr-code.module.css'

/** A QR code: always dark on light, because scanners need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <Ark.Root value={text} encoding={{ ecc: 'M' }} className={styles['code'] ?? ''}>
      <Ark.Frame className={styles['frame'] ?? ''} role="img" aria-label={label}>
        <Ark.Pattern className={styles['pattern'] ?? ''} />
      </Ark.Frame>
    </Ark.Root>
  )
}
