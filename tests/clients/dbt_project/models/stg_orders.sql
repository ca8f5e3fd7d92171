select order_id, customer_id, cents / 100.0 as price from {{ ref('raw_orders') }}
