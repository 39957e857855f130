import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import type { DialogName } from './dialogs/dialogProps.ts'
import { type DraftForm, draftForms, isPhotoKey } from './outbox/draftKeys.ts'
import { useOutbox } from './outbox/outbox.ts'

const formTitles: Partial<Record<DraftForm, string>> = { Estado: 'Cambiar Estado' }

interface Props {
  /** 0 for 'Gasto'. */
  rutaId: number
  number?: string
  onShow: (name: DialogName) => void
}

/** One button for each form of a trip with input that was not sent. */
export function ResumeButtons({ rutaId, number, onShow }: Props) {
  const drafts = useOutbox().drafts.filter((key) => key[3] === rutaId && !isPhotoKey(key))
  return draftForms
    .filter((form) => drafts.some((key) => key[2] === form))
    .map((form) => {
      const title = formTitles[form] ?? form
      return (
        <Button
          key={form}
          aria-label={`Sigue donde te quedaste: ${title}${number ? ` de la ruta ${number}` : ''}`}
          onClick={() => onShow(form)}
          // Beside the heading the one of 'Gasto' has two lines.
          className={cx(
            'border-notice py-2 text-base text-notice',
            form === 'Gasto' && 'max-w-52 whitespace-normal',
          )}
        >
          <span className="grid leading-tight">
            <span>Sigue donde te quedaste</span>
            <span className="text-sm">{title}</span>
          </span>
        </Button>
      )
    })
}
