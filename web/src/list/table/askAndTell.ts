import { ask } from '../../ui/ConfirmDialog.tsx'
import { tell } from '../../ui/ResultPopup.tsx'

export interface Deed {
  question: string
  look?: 'danger' | 'primary'
  act: () => Promise<{ message: string }>
  type: 'edit' | 'delete'
  /** The error sentence, given the cause. */
  failed: (cause: string) => string
}

/** Asks, acts and shows the result. */
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
