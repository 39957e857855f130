import type { ComponentProps } from 'react'
import { Button } from '../ui/Button.tsx'
import { LoadError } from '../ui/LoadError.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../ui/Modal.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

interface Props {
  title: string
  errorTitle: string
  query: ComponentProps<typeof LoadError>['query']
  onClose: () => void
}

export function DialogLoading({ title, errorTitle, query, onClose }: Props) {
  return (
    <Modal title={title} onClose={onClose} className={footedSheetClass}>
      <div className="grid gap-5 py-4">
        <LoadError title={errorTitle} query={query} />
        {!query.error && (
          <>
            <Loading label="Cargando…" />
            <Skeleton className="w-1/4" />
            <Skeleton className="h-10 rounded-ui!" />
            <Skeleton className="w-1/4" />
            <Skeleton className="h-10 rounded-ui!" />
          </>
        )}
      </div>
      <div className={`${sheetFooterClass} justify-end max-md:*:flex-1`}>
        <Button onClick={onClose}>Cancelar</Button>
      </div>
    </Modal>
  )
}
