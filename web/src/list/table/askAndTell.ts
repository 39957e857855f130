import { ask } from '../../ui/ConfirmDialog.tsx'
import { tell } from '../../ui/ResultPopup.tsx'

export interface Deed {
  question: string
  look?: 'danger' | 'primary'
  act: () => Promise<{ message: string }>
  /** What it was: a record changed, or taken away. */
  type: 'edit' | 'delete'
  /** What is said when it fails, with the cause. */
  failed: (cause: string) => string
}

/** Asks, does it, tells how it went. */
export async function askAndTell({ question, look = 'danger', act, type, failed }: Deed) {
  let tellResult = () => Promise.resolve(true)
  const yes = await ask(
    question,
    async () => {
      try {
        const { message } = await act()
        tellResult = () => tell(type, message)
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error)
        tellResult = () => tell('error', failed(cause))
      }
    },
    look,
  )
  if (yes) await tellResult()
}
