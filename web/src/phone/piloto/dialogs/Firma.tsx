import { useEffect, useRef } from 'react'
import SignaturePad from 'signature_pad'
import { Button } from '../../../ui/Button.tsx'

/** Black on white in both themes: it is a picture of paper. */
const ground = 'rgb(255,255,255)'

interface Props {
  /** Gives what was drawn as PNG; null while nothing is. */
  onDrawn: (take: (() => Promise<Blob | null>) | null) => void
}

/** Where somebody signs with a finger. */
export function Firma({ onDrawn }: Props) {
  const place = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  useEffect(() => {
    const canvas = place.current
    if (!canvas) return
    // Sharp enough for paper, and far below 100 kB.
    canvas.width = canvas.offsetWidth * 2
    canvas.height = canvas.offsetHeight * 2
    canvas.getContext('2d')?.scale(2, 2)
    const made = new SignaturePad(canvas, {
      backgroundColor: ground,
      penColor: '#000',
      minWidth: 1,
      maxWidth: 3,
    })
    pad.current = made
    made.addEventListener('endStroke', () =>
      onDrawn(() => new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))),
    )
    return () => made.off()
  }, [onDrawn])
  const wipe = () => {
    pad.current?.clear()
    onDrawn(null)
  }
  return (
    <div className="grid gap-2">
      <p className="flex items-center justify-between font-semibold">
        Firma
        <Button look="quiet" onClick={wipe}>
          Borrar
        </Button>
      </p>
      <canvas
        ref={place}
        role="img"
        aria-label="Firma de quien recibe"
        style={{ height: 160 }}
        className="w-full rounded-ui border border-field"
      />
    </div>
  )
}
