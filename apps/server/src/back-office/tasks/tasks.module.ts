import { taskRoles, tasksOps } from '@candor/contract'
import { defineModule, type ServerContext } from '../../module.ts'
import { addTask, changeTask, finishTask } from './change-tasks.ts'
import { showTasks } from './show-tasks.ts'
import type { TasksPorts } from './tasks-ports.ts'
import { deleteTasks, peopleForTasks, waitingTasks } from './tasks-store.ts'

/** Tasks that operators set each other about customers. None decides anything. */
export const tasksModule = defineModule({
  name: 'tasks',
  opsCalls: tasksOps,
  customerTables: {
    tasks_of_customers: { exported: { instead: 'operators write them for each other' }, erased: 'rows' },
  },
  open: (context: ServerContext, ports: TasksPorts) => ({
    eraseCustomer: deleteTasks,
    backOffice: {
      queues: [
        {
          page: 'tasks',
          roles: taskRoles,
          waiting: (limit, operatorId) => waitingTasks(context.db.query, limit, operatorId),
        },
      ],
      handlers: {
        opsTasks: (request, operator) => showTasks({ ...context, ...ports }, request, operator),
        opsTaskPeople: () => peopleForTasks(context.db.query),
        opsAddTask: (input, operator) => addTask({ ...context, ...ports }, input, operator),
        opsChangeTask: (input, operator) => changeTask(context, input, operator),
        opsFinishTask: (input, operator) => finishTask(context, input, operator),
      },
    },
  }),
})
