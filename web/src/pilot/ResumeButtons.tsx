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
          className={cx('border-notice text-base text-notice', form === 'Gasto' ? 'py-1' : 'py-2')}
        >
          {/* The one of 'Gasto' is beside the heading, where one line would be cut. */}
          <span className={cx('grid leading-tight', form === 'Gasto' && 'max-w-36 whitespace-normal')}>
            <span>Sigue donde te quedaste</span>
            <span className="text-sm">{title}</span>
          </span>
        </Button>
      )
    })
}
