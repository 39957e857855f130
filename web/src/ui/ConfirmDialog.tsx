import { useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'

interface Question {
  text: string
  /** Second line that names the record. */
  detail?: string | undefined
  /** Runs on yes; the dialog stays busy until it ends. */
  action?: (() => Promise<void>) | undefined
  look: 'danger' | 'primary'
  answer: (yes: boolean) => void
}

let openQuestion: ((question: Question) => void) | undefined

/**
 * Asks a yes-or-no question and runs `action` on yes; resolves when the dialog closes. Answers no while another
 * question is open: the buttons under a user's pointer must not change.
 */
export const confirm = (
  text: string,
  action?: () => Promise<void>,
  look: Question['look'] = 'danger',
  detail?: string,
) => new Promise<boolean>((answer) => openQuestion?.({ text, detail, action, look, answer }))

/** The app's only confirmation dialog; `confirm` opens it. */
export function ConfirmDialog() {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => {
    openQuestion = question ? ({ answer }) => answer(false) : setQuestion
    return () => {
      openQuestion = undefined
    }
  }, [question])
  return question && <QuestionDialog question={question} onAnswered={() => setQuestion(null)} />
}

function QuestionDialog({ question, onAnswered }: { question: Question; onAnswered: () => void }) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const finish = (yes: boolean) => {
    onAnswered()
    question.answer(yes)
  }
  const accept = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    await question.action?.()
    finish(true)
  }
  return (
    <Modal alert title={question.text} onClose={() => !busy && finish(false)}>
      {question.detail && <p className="mt-2 wrap-anywhere text-muted">{question.detail}</p>}
      <div className="mt-6 flex justify-end gap-3">
        <Button className="min-w-20" onClick={() => !busy && finish(false)}>
          No
        </Button>
        <Button look={question.look} className="min-w-20" busy={busy} onClick={() => void accept()}>
          Sí
        </Button>
      </div>
    </Modal>
  )
}
