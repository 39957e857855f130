/** Says how many of the routes a call changed, or would change. */
export function changedMessage(changed: readonly { ok: boolean }[], prueba = false): string {
  const n = changed.filter(({ ok }) => ok).length
  if (n === 1 && changed.length === 1) return `Se ${prueba ? 'actualizaría' : 'actualizó'} 1 de 1 ruta.`
  return `Se ${prueba ? 'actualizarían' : 'actualizaron'} ${n} de ${changed.length} rutas.`
}
