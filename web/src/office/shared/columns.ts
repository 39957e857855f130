import type { Column } from '../../list/table/column.tsx'

type ColumnOptions<Row> = Omit<Column<Row>, 'label' | 'phone' | 'width' | 'cell' | 'oneLine'>

/** Creates a column whose cells wrap. `phone` is its place on a card; `width` is in rem. */
export const column = <Row>(
  label: string,
  phone: Column<Row>['phone'],
  width: number,
  cell: Column<Row>['cell'],
  options?: ColumnOptions<Row>,
): Column<Row> => ({ label, phone, width, cell, ...options })

/** Creates a column that never wraps and is as wide as its content. */
export const oneLineColumn = <Row>(...parts: Parameters<typeof column<Row>>): Column<Row> => ({
  ...column(...parts),
  oneLine: true,
})
