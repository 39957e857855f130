import type { Session } from '../../../api/session.ts'

/** Fixed position from the top, whatever the number of hits. */
export const searchDialogClass = 'mt-4! max-w-2xl! p-4! md:mt-20!'

export interface SearchDialogProps {
  session: Session
  text: string
  setText: (text: string) => void
  onClose: () => void
}
