select customer_id, name as customer from {{ ref('raw_customers') }}
