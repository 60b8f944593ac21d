import { toast } from 'sonner'

export function showSuccess(text: string): void {
  toast.success(text)
}

/** An equal text replaces the toast that is shown: several calls may fail for one reason. */
export function showError(text: string): void {
  toast.error(text, { id: text })
}
