export interface TasksTables {
  tasks_of_customers: {
    id: string
    user_id: string
    text: string
    due_at: Date
    assignee_id: string | null
    created_by: string
    created_at: Date
    done_by: string | null
    done_at: Date | null
  }
}
