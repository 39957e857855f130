import { stripRutaPrefix } from '@flota/contract/core/format.ts'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../ui/Modal.tsx'
import type { MiRuta } from '../misRutas.ts'

interface Props {
  title: string
  /** Trip whose number the title has. */
  ruta?: MiRuta
  fromTop?: boolean
  submitLabel?: string
  busy: boolean
  close: () => Promise<void>
  save: () => void
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}

export function RutaFormDialog({ title, ruta, fromTop = false, submitLabel = 'Guardar', ...props }: Props) {
  const { busy, close, save, ref, children } = props
  return (
    <Modal
      fromTop={fromTop}
      title={ruta ? `${title} · Ruta ${stripRutaPrefix(ruta.no_ruta)}` : title}
      onClose={() => void close()}
      className={footedSheetClass}
    >
      <form
        ref={ref}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
        className="mt-4 grid gap-4"
      >
        {children}
        <div className={sheetFooterClass}>
          <Button onClick={() => void close()} className="flex-1 py-4 text-base">
            Cancelar
          </Button>
          <Button look="primary" type="submit" busy={busy} className="flex-1 py-4 text-base">
            {submitLabel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Shows and focuses an error. */
export function FormFailure({ failure }: { failure: string | null }) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) banner.current?.focus()
  }, [failure])
  return failure && <Banner ref={banner} kind="error" title={failure} />
}
